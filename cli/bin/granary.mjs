#!/usr/bin/env node
// Entry point of the command line. The published package is one file that runs on any Node from 20 on. In a checkout it
// is TypeScript, which an older Node can't read: then the pinned Node runs it (npm package `node`).
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = join(dirname(fileURLToPath(import.meta.url)), '..')
const source = join(folder, 'src', 'main.ts')
const pinnedNode = join(folder, '..', 'node_modules', '.bin', 'node')

if (!existsSync(source)) await import('../dist/granary.js')
else {
  if (!existsSync(pinnedNode)) (await import('../../scripts/install.mjs')).installIfNeeded()
  if (process.features.typescript) await import(source)
  else runPinned()
}

/** Exits as the child exits. The terminal sends its signals to both processes, so this one only waits. */
function runPinned() {
  const child = spawn(pinnedNode, [source, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (signal !== 'SIGINT') child.kill(signal)
    })
  child.on('exit', (status, signal) => {
    process.exitCode = status ?? (signal === 'SIGINT' ? 130 : 1)
  })
}
