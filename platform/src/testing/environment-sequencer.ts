import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** True for a file that names its environment in its first line. */
const namesEnvironment = (path: string): boolean =>
  readFileSync(path, "utf8").startsWith("// @vitest-environment");

/**
 * Vitest's order, but files with an environment of their own come last in their project. A worker process has one environment,
 * and Vitest starts a new process whenever the next file needs another one. A process costs as much as dozens of unit tests.
 */
export default class EnvironmentSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const ofProject = sorted.filter((file) => file.project === project);
      const withEnvironment = new Set(ofProject.filter(({ moduleId }) => namesEnvironment(moduleId)));
      return [...ofProject.filter((file) => !withEnvironment.has(file)), ...withEnvironment];
    });
  }
}
