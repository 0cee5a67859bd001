import { defineConfig } from 'vitest/config'

/**
 * Two cores carry three databases and a browser at the same time. A test that fails on a busy machine is tried once more in
 * CI, as in the browser tests; one that fails twice has failed.
 */
const patience = { testTimeout: 20_000, retry: process.env.CI ? 1 : 0 }

/**
 * Files of a worker share its modules, which were loaded anew for each file for as long as the tests took. For rooms that keep
 * nothing in modules, and whose tests put back what they replace.
 */
const together = { isolate: false }
/** Rooms like that. */
const TOGETHER = ['domain', 'contract', 'compute', 'image-upload', 'control-plane']

/** Tests of the control plane that use a database are named `*.db.test.ts` and run on each engine. */
const onEngine = (
  engine: string,
  more: { include?: string[]; globalSetup?: string[]; runner?: string } = {},
) => ({
  test: {
    name: `control-plane-${engine}`,
    environment: 'node' as const,
    env: { GRANARY_TEST_DATABASE: engine },
    ...together,
    ...patience,
    ...more,
    include: ['control-plane/**/*.db.test.ts', ...(more.include ?? [])],
  },
})

/** The server's tests that need PostgreSQL run where one is. */
const postgres = {
  include: ['server/**/*.db.test.ts'],
  globalSetup: ['./control-plane/test/postgres.ts'],
  runner: './control-plane/test/skipping-runner.ts',
}

/** One project per room; each names its own environment, so that a test that needs a DOM says so. */
export default defineConfig({
  test: {
    projects: [
      ...[
        'domain',
        'contract',
        'compute',
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
          exclude: ['**/*.db.test.ts', '**/node_modules/**'],
          environment: 'node' as const,
          ...(TOGETHER.includes(room) && together),
          ...patience,
        },
      })),
      onEngine('sqlite'),
      onEngine('wasm'),
      onEngine('postgres', postgres),
      {
        test: {
          name: 'console',
          root: './console',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // A jsdom for each worker and not for each file, which took most of the time; files stay apart.
          pool: 'vmThreads',
          ...patience,
        },
      },
    ],
  },
})
