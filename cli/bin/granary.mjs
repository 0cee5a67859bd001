#!/usr/bin/env node
// The door of the command line. As a package of its own it is one file that any Node from 20 on runs. In a checkout it
// is TypeScript, which an older Node does not read: then the pinned one does, which comes as the npm package `node`.
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

/** Ends as the other one ends. The terminal gives its signals to both, so they are only waited for here. */
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
