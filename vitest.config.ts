import { defineConfig } from 'vitest/config'

/** One project per room; each names its own environment, so that a rule that needs a DOM says so. */
export default defineConfig({
  test: {
    projects: [
      ...['domain', 'contract', 'compute', 'control-plane', 'server', 'scripts'].map((room) => ({
        test: { name: room, root: `./${room}`, include: ['**/*.test.ts'], environment: 'node' },
      })),
      { test: { name: 'console', root: './console', include: ['src/**/*.test.{ts,tsx}'], environment: 'jsdom' } },
    ],
  },
})
