import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The rank of a file in its project: first (0), in Vitest's order (1), or last (2). Its first line decides. */
function rankOf({ moduleId }: TestSpecification): number {
  const source = readFileSync(moduleId, "utf8");
  if (source.startsWith("// Runs first:")) return 0;
  return source.startsWith("// @vitest-environment") ? 2 : 1;
}

/**
 * Vitest's order with two exceptions in each project. Files that mostly wait come first, so that other files run while they wait. Files
 * with their own environment come last. A worker process has one environment, and Vitest starts a new process whenever the next
 * file needs another one. A process costs as much as dozens of unit tests.
 */
export default class FileSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sortedFiles = await super.sort(files);
    const projects = [...new Set(sortedFiles.map(({ project }) => project))];
    const ranks = new Map(sortedFiles.map((file) => [file, rankOf(file)]));
    return projects.flatMap((project) =>
      sortedFiles
        .filter((file) => file.project === project)
        .toSorted((a, b) => (ranks.get(a) ?? 1) - (ranks.get(b) ?? 1)),
    );
  }
}
