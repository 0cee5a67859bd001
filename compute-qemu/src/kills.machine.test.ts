import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { machineSpec } from '@granary/compute/conformance/specs.ts'
import { openQemuDriver } from './driver.ts'
import { run } from './run.ts'
import { makeHost, testOptions } from './testing/host.ts'

const KILLS = 20
const SETTLED = ['running', 'stopped']

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** Returns the processes of every machine: more than one would be a fault. */
async function processesOf(ids: readonly string[]): Promise<Map<string, number[]>> {
  const found = new Map(ids.map((id) => [id, [] as number[]]))
  for (const name of await readdir('/proc')) {
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    for (const id of ids) if (command.includes(`-uuid\0${id}\0`)) found.get(id)!.push(Number(name))
  }
  return found
}

test(`${KILLS} kills of the server lose no machine, double none and leave none stuck`, async () => {
  const { host, folder, remove } = await makeHost()
  ends.push(remove)
  const steady = machineSpec({ memory: 64 * 1024 ** 2 })
  const busy = [crypto.randomUUID(), crypto.randomUUID()]
  let driver = await openQemuDriver(host, testOptions)
  await driver.ensureRunning(steady)
  await expect.poll(async () => (await driver.view(steady.id))?.state).toBe('running')
  const first = { report: await driver.view(steady.id), processes: await processesOf([steady.id]) }
  expect(first.processes.get(steady.id)).toHaveLength(1)

  for (let kill = 0; kill < KILLS; kill += 1) {
    await driver.close()
    const owner = spawn(process.execPath, [join(import.meta.dirname, 'testing/owner.ts'), folder, ...busy], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const died = once(owner, 'exit')
    await Promise.race([once(owner, 'message'), died])
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_500))
    owner.kill('SIGKILL')
    expect((await died)[1]).toBe('SIGKILL')

    driver = await openQemuDriver(host, testOptions)
    expect(await driver.view(steady.id)).toEqual(first.report)
    expect(await processesOf([steady.id])).toEqual(first.processes)
    const states = async () => (await driver.list()).map(({ state }) => state)
    await expect
      .poll(states, { timeout: 60_000 })
      .toSatisfy((all: string[]) => all.every((state) => SETTLED.includes(state)))
    const processes = await processesOf(busy)
    for (const id of busy) {
      const report = await driver.view(id)
      expect({ id, ...report, processes: processes.get(id) }).toMatchObject({
        processes: report?.state === 'running' ? [expect.any(Number)] : [],
      })
    }
  }

  // A process that hangs delays nothing but its own machine.
  const [hung] = first.processes.get(steady.id)!
  process.kill(hung!, 'SIGSTOP')
  const up = (await driver.list()).filter(({ state }) => state === 'running').map(({ id }) => id)
  const readings = (await driver.allCounters()).map(({ id }) => id)
  expect(readings.toSorted()).toEqual(up.filter((id) => id !== steady.id).toSorted())

  for (const { id } of await driver.list()) await driver.destroy(id)
  const layers = join(folder, 'layers')
  // A writer that is killed may leave a cluster that nothing refers to: space that is lost, and no damage (qemu-img, check). Everything
  // else is an error.
  for (const name of await readdir(layers))
    await run('qemu-img', ['check', '-q', '-r', 'leaks', '-f', 'qcow2', name], { cwd: layers })
  await driver.close()
})
