import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buildIfChanged } from './build-stamp.ts'

/** Builds the console when its sources have changed. @returns whether it had to. @throws Error when that has failed. */
export const buildConsole = (): Promise<boolean> =>
  buildIfChanged({
    name: 'console',
    inputs: [
      'console/src',
      'console/public',
      'console/index.html',
      'console/vite.config.ts',
      'contract/src',
      'domain/src',
      'image-upload/src',
    ],
    output: 'console/dist/index.html',
    run: async () => {
      console.error('Building the console …')
      // In a process of its own: who builds and is the server then would keep half a gibibyte that the build has taken.
      const child = spawn(process.execPath, ['scripts/bundle-console.ts'], { stdio: 'inherit' })
      const [status] = await once(child, 'exit')
      if (status !== 0) throw new Error('the console could not be built')
    },
  })
