import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openTerminal } from '../test/terminal.ts'

const BIN = fileURLToPath(new URL('../bin/granary.mjs', import.meta.url))

/** Runs the program in its own process, on a Node with these flags. */
function start(flags: string[], args: string[]) {
  const { environment } = openTerminal()
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { ...environment, PATH, NODE_COMPILE_CACHE }
  return spawnSync(process.execPath, [...flags, BIN, ...args], { env, encoding: 'utf8' })
}

test.each([
  ['a Node that reads TypeScript', []],
  ['a Node that does not, which hands over to the pinned one', ['--no-strip-types']],
])('starts on %s, and forwards the exit code', (_, flags) => {
  const help = start(flags, ['--help'])
  expect(help).toMatchObject({ status: 0, stderr: '' })
  expect(help.stdout).toContain('granary FAMILY VERB')
  expect(start(flags, ['auth', 'status'])).toMatchObject({ status: 3, stdout: '' })
  expect(start(flags, ['no-such-family']).status).toBe(2)
})

test('prints the version of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  expect(start([], ['--version']).stdout).toBe(`${version}\n`)
})
