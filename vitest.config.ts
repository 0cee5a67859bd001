import { defineConfig } from 'vitest/config'

/** Tests of the control plane that use a database are named `*.db.test.ts` and run on each engine. */
const onEngine = (
  engine: string,
  more: { include?: string[]; globalSetup?: string[]; runner?: string } = {},
) => ({
  test: {
    name: `control-plane-${engine}`,
    environment: 'node' as const,
    env: { GRANARY_TEST_DATABASE: engine },
    testTimeout: 20_000,
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
      ...['domain', 'contract', 'compute', 'control-plane', 'server', 'cli', 'preview', 'scripts'].map(
        (room) => ({
          test: {
            name: room,
            root: `./${room}`,
            include: ['**/*.test.ts'],
            exclude: ['**/*.db.test.ts', '**/node_modules/**'],
            environment: 'node' as const,
            testTimeout: 20_000,
          },
        }),
      ),
      onEngine('sqlite'),
      onEngine('wasm'),
      onEngine('postgres', postgres),
      {
        test: {
          name: 'console',
          root: './console',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
        },
      },
    ],
  },
})
