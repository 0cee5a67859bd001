import { defineConfig } from 'vitest/config'

/** Tests of the control plane that use a database are named `*.db.test.ts` and run on each engine. */
const onEngine = (engine: string, globalSetup: string[] = []) => ({
  test: {
    name: `control-plane-${engine}`,
    root: './control-plane',
    include: ['**/*.db.test.ts'],
    environment: 'node' as const,
    env: { GRANARY_TEST_DATABASE: engine },
    globalSetup,
    testTimeout: 20_000,
  },
})

/** One project per room; each names its own environment, so that a test that needs a DOM says so. */
export default defineConfig({
  test: {
    projects: [
      ...['domain', 'contract', 'compute', 'control-plane', 'server', 'preview', 'scripts'].map((room) => ({
        test: {
          name: room,
          root: `./${room}`,
          include: ['**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**'],
          environment: 'node' as const,
          testTimeout: 20_000,
        },
      })),
      onEngine('sqlite'),
      onEngine('wasm'),
      onEngine('postgres', ['./test/postgres.ts']),
      { test: { name: 'console', root: './console', include: ['src/**/*.test.{ts,tsx}'], environment: 'jsdom' } },
    ],
  },
})
