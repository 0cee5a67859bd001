import { type ChildProcess, spawn } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { booted } from './boot-load.ts'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts a program on the first processor. */
function start(...words: string[]): number {
  const child = spawn('taskset', ['-c', '0', ...words], { stdio: 'ignore' })
  children.push(child)
  return child.pid!
}

test('takes a guest that gets less of a busy processor than it wants for one that still boots', async () => {
  const [guest] = Array.from({ length: 4 }, () => start('sh', '-c', 'while :; do :; done'))
  let isBooted = false
  void booted(guest!).then(() => (isBooted = true))
  // It looks at the guest once a second, and twice in a row must be quiet.
  await new Promise((resolve) => setTimeout(resolve, 4_500))
  expect(isBooted).toBe(false)
})

test('takes a guest that is idle, and one that is gone, for one that has booted', async () => {
  await booted(start('sleep', '60'))
  const gone = start('true')
  await new Promise((resolve) => children.at(-1)!.once('exit', resolve))
  await booted(gone)
})
