import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './scripts/slow-first.ts'

/** Ends what hangs. A test takes seconds at most, but a machine with other work may be ten times as slow. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } }

/**
 * Files of a worker share its modules, which were loaded anew for each file for as long as the tests took. For rooms that keep
 * nothing in modules, and whose tests put back what they replace.
 */
const sharedModules = { isolate: false }
/** Node runs the rooms without a DOM as they are, so Vite transforms nothing. `vi.mock` works only in the console. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } }
/** Makes the clock advance in the steps of `GRANARY_TEST_CLOCK_STEP`. */
const coarseClock = join(import.meta.dirname, 'scripts/coarse-clock.ts')
/** Makes answers late, with `GRANARY_TEST_DELAYS`. */
const lateAnswers = join(import.meta.dirname, 'control-plane/test/delays.ts')
/** Rooms with property tests. The console's few state their seed: loading the library for each of its files takes seconds. */
const setUp = { setupFiles: [join(import.meta.dirname, 'scripts/fixed-seed.ts'), coarseClock, lateAnswers] }
/** Rooms whose files share their modules. */
const SHARED_ROOMS = [
  'domain',
  'contract',
  'compute',
  'compute-qemu',
  'image-upload',
  'control-plane',
  'server',
  'cli',
]

/**
 * Files that also run on SQLite compiled to WebAssembly, the preview's engine. It shares SQL, dialect and transaction queue with
 * Node's SQLite, so only what passes through the library itself can differ, and what the preview does at its start.
 */
const WASM_FILES = [
  // The dialect: types of values, transactions, violations, statements after a failure.
  'database/engines',
  'database/migrate',
  'database/retry',
  // Numbers and texts that clients send reach columns, and come back.
  'kit/request/input',
  'quotas/quotas',
  // Sorting and comparing texts and times.
  'kit/request/pagination',
  'scim/list/list',
  // Unique values, foreign keys and conflicts of writers.
  'kit/resources/references',
  'networking/allocation',
  'shared/network/mac',
  'policies/admins-any',
  // Tasks: leases, wakes and the queue of transactions.
  'tasks/tasks',
  'bulk-jobs/bulk-jobs',
  // The event stream and its wakes.
  'events/cursors',
  // The preview loads a data set and lives on it.
  'dataset/document',
  'dataset/example',
  'dataset/states',
  'instances/life',
  // Disks that an import fills.
  'disks/block-digests',
].map((file) => `control-plane/src/${file}.db.test.ts`)

const EVERY_DATABASE_TEST = ['control-plane/**/*.db.test.ts']

/**
 * Tests of what code decides about the rows that it has read, which take minutes on PostgreSQL. The tests of each family read these
 * rows on both engines.
 */
const SQLITE_ONLY = [
  // Walks over every operation and role, every action in every state, and many idle streams.
  'kit/resources/authorization',
  'kit/resources/hidden',
  'kit/resources/isolation',
  'kit/request/isolation-bodies',
  'kit/request/hostile-bodies',
  'edge/security-walk',
  'edge/extensions',
  'session/secrets',
  'events/idle-streams',
  'instances/actions',
  'disks/actions',
  // Refusals of a request's values. `create-refused` shows on both engines that a refusal leaves no row.
  'instances/create-refused-disks',
  'instances/create-refused-networking',
  // Bytes go to the driver and not to the database. The tests that kill servers carry out every step of an import on PostgreSQL.
  'disks/import',
  // What the driver reports of a loaded data set. `dataset/example` loads the same one on every engine.
  'dataset/states',
].map((file) => `control-plane/src/${file}.db.test.ts`)

const missing = [...WASM_FILES, ...SQLITE_ONLY].filter((file) => !existsSync(file))
if (missing.length > 0) throw new Error(`these test files do not exist: ${missing.join(', ')}`)

/** Tests of the control plane that use a database are named `*.db.test.ts` and run on SQLite and PostgreSQL. */
const onEngine = (
  engine: string,
  more: { include?: string[]; exclude?: string[]; globalSetup?: string[]; runner?: string } = {},
) => ({
  test: {
    name: `control-plane-${engine}`,
    environment: 'node' as const,
    env: { GRANARY_TEST_DATABASE: engine },
    ...sharedModules,
    ...setUp,
    ...native,
    ...timeouts,
    ...more,
    include: more.include ?? EVERY_DATABASE_TEST,
  },
})

/** The server's tests that need PostgreSQL run where one is. */
const postgres = {
  include: [...EVERY_DATABASE_TEST, 'server/**/*.db.test.ts'],
  exclude: [...SQLITE_ONLY, '**/node_modules/**'],
  globalSetup: ['./control-plane/test/postgres.ts'],
  runner: './control-plane/test/skipping-runner.ts',
}

/** One project per room, each with its own environment: only the console's tests have a DOM. */
export default defineConfig({
  test: {
    // A worker waits a third of its time, for PostgreSQL, other processes and timers.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: SlowFirst },
    // The summary of a run has only the messages of its failures, so they name the values.
    chaiConfig: { truncateThreshold: 2_000 },
    projects: [
      ...[
        'domain',
        'contract',
        'compute',
        'compute-qemu',
        'image-upload',
        'control-plane',
        'server',
        'cli',
        'preview',
        'scripts',
      ].map((room) => ({
        test: {
          name: room,
          root: `./${room}`,
          include: ['**/*.test.ts'],
          exclude: ['**/*.{db,machine}.test.ts', '**/node_modules/**'],
          environment: 'node' as const,
          ...(SHARED_ROOMS.includes(room) && sharedModules),
          ...setUp,
          ...native,
          ...timeouts,
        },
      })),
      {
        test: {
          // Real machines. Each file emulates a processor or two, and waits for half of its time.
          name: 'machines',
          include: ['{compute-qemu/src,server/test}/**/*.machine.test.ts'],
          environment: 'node' as const,
          maxWorkers: 2,
          ...native,
          ...timeouts,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      onEngine('sqlite'),
      onEngine('wasm', { include: WASM_FILES }),
      onEngine('postgres', postgres),
      {
        test: {
          name: 'console',
          root: './console',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // A jsdom for each worker and not for each file, which took most of the time; files stay apart.
          pool: 'vmThreads',
          setupFiles: [coarseClock],
          ...timeouts,
        },
      },
    ],
  },
})
