import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../run.ts'
import { openConfinement } from './confine.ts'

/** Makes a program of these lines, and returns its path. */
async function makeProgram(...lines: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confine-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'systemd-run')
  await writeFile(path, ['#!/bin/sh', ...lines].join('\n'))
  await chmod(path, 0o755)
  return path
}

test('where systemd answers, a machine runs in a scope with limits', async () => {
  const program = await makeProgram(
    'for word; do case $word in --property=*) echo "$word";; esac; done',
    'while [ $# -gt 0 ] && [ "$1" != -- ] && [ "$1" != true ]; do shift; done; shift',
    'exec "$@"',
  )
  const confine = await openConfinement(() => {}, program)
  const [first, ...rest] = [...confine('m1', 1024 ** 3), 'echo', 'started']
  expect(await run(first!, rest)).toBe(
    `--property=MemoryMax=${1024 ** 3 + 768 * 1024 ** 2}\n--property=TasksMax=1024\nstarted\n`,
  )
})

test('where it does not, the log says why machines have no limits', async () => {
  const program = await makeProgram('echo "System has not been booted with systemd" >&2; exit 1')
  const lines: string[] = []
  const confine = await openConfinement(
    (_, message, fields) => lines.push(`${message}: ${String(fields?.reason)}`),
    program,
  )
  expect(confine('m1', 1024 ** 3)).toEqual([])
  expect(lines).toEqual([expect.stringMatching(/no control groups.*has not been booted/s)])
})
