import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Rooms in the order in which their tests run. First come tests that wait for processes, beside which others have the CPU; last come
 * many small files, so that all workers end at the same time. Rooms that are not listed run in between.
 */
const FIRST = ['server', 'cli', 'control-plane-postgres', 'console']
const LAST = ['control-plane-sqlite', 'domain']

/** Files that take the longest for their size. The others of a room run by size. */
const SLOW_FILES =
  /server\/(src\/(main|saml\/fuzz|unexpected|http|static-files)|test\/(kills\/kills|two-servers))|cli\/src\/(images\/|commands\/comfort|show-as)|authorization|power-model|compute-qemu\/src\/(conformance|kills|ordinary-user|network\/packets)|real-machines/

const rankOf = (room: string): number => {
  if (FIRST.includes(room)) return FIRST.indexOf(room)
  return FIRST.length + 1 + LAST.indexOf(room)
}

/** Starts slow tests first: a long file at the end leaves a core idle. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isFast = ({ moduleId }: TestSpecification) => Number(!SLOW_FILES.test(moduleId))
    // Files of a room stay together, as they share their worker's modules.
    return sorted.toSorted(
      (a, b) =>
        rankOf(a.project.name) - rankOf(b.project.name) ||
        a.project.name.localeCompare(b.project.name) ||
        isFast(a) - isFast(b),
    )
  }
}
