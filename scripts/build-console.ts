import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buildIfChanged } from './build-stamp.ts'

/** Builds the console if its sources have changed. @returns whether it did. @throws Error if the build fails. */
export const buildConsole = (): Promise<boolean> =>
  buildIfChanged({
    name: 'console',
    inputs: [
      'console/src',
      'console/public',
      'console/index.html',
      'console/vite.config.ts',
      'console/chunks.ts',
      'contract/src',
      'domain/src',
      'image-upload/src',
    ],
    output: 'console/dist/index.html',
    run: async () => {
      console.error('Building the console …')
      // In its own process, because a build leaves half a gibibyte of memory behind in the server's process.
      const child = spawn(process.execPath, ['scripts/bundle-console.ts'], { stdio: 'inherit' })
      const [status] = await once(child, 'exit')
      if (status !== 0) throw new Error('the console could not be built')
    },
  })
