import { expect } from 'vitest'
import { smallInstance } from '../machine.ts'
import type { Answer, Ask } from './asking.ts'
import { BLOCK, fullName, partsOf, randomBlock, type Things } from './things.ts'

const GIB = 2 ** 30
const IN_PROJECT = '?project=p'
/** Blocks that an upload writes before it is finished. */
const BLOCKS = 8

/** One request of a client, or a few that belong together. Changes what the client knows when it is acknowledged. */
type Step = {
  possible: (things: Things) => boolean
  run: (things: Things, ask: Ask, name: string) => Promise<void>
}

const accepted = ({ status, body }: Answer, success: number, refusals: number[] = []): boolean => {
  expect([success, ...refusals], JSON.stringify(body)).toContain(status)
  return status === success
}

/** Creates something whose name stays uncertain until the answer is here. */
async function create(things: Things, ask: Ask, [path, body]: [string, { name: string }]) {
  things.uncertain.add(body.name)
  const answer = await ask('POST', path + IN_PROJECT, body)
  accepted(answer, 201)
  things.uncertain.delete(body.name)
  return { id: (answer.body as { id: string }).id, name: body.name }
}

/** Deletes something. Returns whether it is gone; refused is what is still busy. */
async function remove(things: Things, ask: Ask, path: string, { id, name }: { id: string; name: string }) {
  things.uncertain.add(name)
  const gone = accepted(await ask('DELETE', `${path}/${id}`), 204, [400, 409])
  things.uncertain.delete(name)
  return gone
}

/** Requests power. Refused, it leaves the wish unknown if it was: the next step requests it again. */
async function power(things: Things, ask: Ask, wants: 'running' | 'stopped'): Promise<void> {
  const known = things.instance!
  const before = known.wants
  known.wants = null
  const path = `/v1/instances/${known.id}/${wants === 'running' ? 'start' : 'stop'}`
  known.wants = accepted(await ask('POST', path), 202, [400, 409]) ? wants : before
}

async function attachment(things: Things, ask: Ask, attached: boolean): Promise<void> {
  const disk = things.disk!
  const before = disk.attached
  disk.attached = null
  const path = `/v1/instances/${things.instance!.id}/disks/${attached ? 'attach' : 'detach'}`
  disk.attached = accepted(await ask('POST', path, { disk: disk.id }), 202, [400, 409]) ? attached : before
}

export const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
const importing = { type: 'distributed', disk_source: { type: 'importing_blocks', block_size: 512 } }
export const diskOf = (name: string, disk_backend: object) => ({
  name,
  description: '',
  size: GIB,
  disk_backend,
})

/** An instance with everything that a create can make or attach in one transaction. */
export const fullInstance = (
  name: string,
  start: boolean,
  { floatingIp: floating_ip, image: image_id }: Things,
) => {
  const [boot, data] = partsOf({ name })
  const fromImage = { type: 'distributed', disk_source: { type: 'image', image_id } }
  return {
    ...smallInstance(name, start),
    network_interfaces: { type: 'default_ipv4' },
    external_ips: [
      { type: 'ephemeral', pool_selector: { type: 'auto', ip_version: 'v4' } },
      { type: 'floating', floating_ip },
    ],
    boot_disk: { type: 'create', ...diskOf(boot!, fromImage) },
    disks: [{ type: 'create', ...diskOf(data!, blank) }],
  }
}

/** Deletes the instance of a client, and the disks that were created with it. */
async function removeWithParts(things: Things, ask: Ask): Promise<void> {
  const { instance, parts } = things
  const { body } = await ask('GET', `/v1/instances/${instance!.id}/disks`)
  const { items } = body as { items: { id: string; name: string }[] }
  const ids = items.filter(({ name }) => parts.includes(name)).map(({ id }) => id)
  things.parts = []
  const query = ids.map((id) => `delete_disks=${id}`).join('&')
  things.uncertain.add(instance!.name)
  const isGone = accepted(await ask('DELETE', `/v1/instances/${instance!.id}?${query}`), 204, [400, 409])
  things.uncertain.delete(instance!.name)
  if (isGone) forgetInstance(things)
  else things.parts = parts
}

function forgetInstance(things: Things): void {
  things.instance = null
  if (things.disk) things.disk.attached = false
}

const steps: Step[] = [
  {
    possible: ({ instance, parts }) => !instance && parts.length === 0,
    async run(things, ask, name) {
      const start = Math.random() < 0.5
      const body =
        Math.random() < 0.3 ? smallInstance(`vm-${name}`, start) : fullInstance(fullName(name), start, things)
      const made = await create(things, ask, ['/v1/instances', body])
      things.instance = { ...made, wants: start ? 'running' : 'stopped' }
      things.parts = partsOf(made)
    },
  },
  {
    possible: ({ instance, parts }) => instance?.wants === 'stopped' && parts.length > 0,
    run: removeWithParts,
  },
  {
    possible: ({ instance, parts }) => !instance && parts.length > 0,
    async run(things, ask) {
      const name = things.parts[0]!
      things.uncertain.add(name)
      const isGone = accepted(await ask('DELETE', `/v1/disks/${name}${IN_PROJECT}`), 204, [400, 409])
      things.uncertain.delete(name)
      if (isGone) things.parts = things.parts.filter((part) => part !== name)
    },
  },
  {
    possible: ({ instance }) => instance?.wants === 'stopped',
    run: (things, ask) => power(things, ask, 'running'),
  },
  {
    possible: ({ instance }) => instance?.wants === 'running',
    run: (things, ask) => power(things, ask, 'stopped'),
  },
  {
    possible: ({ instance }) => instance?.wants === 'stopped',
    async run(things, ask) {
      if (await remove(things, ask, '/v1/instances', things.instance!)) forgetInstance(things)
    },
  },
  {
    possible: ({ disk }) => !disk,
    async run(things, ask, name) {
      things.disk = {
        ...(await create(things, ask, ['/v1/disks', diskOf(`disk-${name}`, blank)])),
        attached: false,
      }
    },
  },
  {
    possible: ({ disk, instance }) => disk?.attached === false && instance?.wants === 'stopped',
    run: (things, ask) => attachment(things, ask, true),
  },
  {
    possible: ({ disk, instance }) => disk?.attached === true && instance?.wants === 'stopped',
    run: (things, ask) => attachment(things, ask, false),
  },
  {
    possible: ({ disk }) => disk?.attached === false,
    async run(things, ask) {
      if (await remove(things, ask, '/v1/disks', things.disk!)) things.disk = null
    },
  },
  {
    possible: ({ disk, snapshot }) => disk !== null && !snapshot,
    async run(things, ask, name) {
      const body = { name: `snap-${name}`, description: '', disk: things.disk!.id }
      things.uncertain.add(body.name)
      const answer = await ask('POST', `/v1/snapshots${IN_PROJECT}`, body)
      if (accepted(answer, 201, [400, 409, 503]))
        things.snapshot = { id: (answer.body as { id: string }).id, name: body.name }
      things.uncertain.delete(body.name)
    },
  },
  {
    possible: ({ snapshot }) => snapshot !== null,
    async run(things, ask) {
      if (await remove(things, ask, '/v1/snapshots', things.snapshot!)) things.snapshot = null
    },
  },
  {
    possible: ({ upload }) => !upload,
    async run(things, ask, name) {
      const made = await create(things, ask, ['/v1/disks', diskOf(`upload-${name}`, importing)])
      things.upload = { ...made, written: new Map() }
    },
  },
  {
    possible: ({ upload }) => upload !== null && upload.written.size < BLOCKS,
    async run({ upload }, ask) {
      const { id, written } = upload!
      // Refused when it has begun already.
      accepted(await ask('POST', `/v1/disks/${id}/bulk-write-start`), 204, [400, 409])
      const { bytes, digest } = randomBlock()
      const offset = written.size * BLOCK
      if (
        accepted(
          await ask('PUT', `/experimental/v1/disks/${id}/blocks?offset=${offset}`, bytes),
          204,
          [400, 409],
        )
      )
        written.set(offset, digest)
    },
  },
  {
    possible: ({ upload }) => upload?.written.size === BLOCKS,
    async run(things, ask) {
      const { upload } = things
      accepted(await ask('POST', `/v1/disks/${upload!.id}/bulk-write-stop`), 204, [400, 409])
      accepted(await ask('POST', `/v1/disks/${upload!.id}/finalize`, {}), 204, [400, 409])
      if (await remove(things, ask, '/v1/disks', upload!)) things.upload = null
    },
  },
]

/** Runs one of the steps that are possible now, chosen at random. @param name is new, for what it may create. */
export async function randomStep(things: Things, ask: Ask, name: string): Promise<void> {
  if (things.instance?.wants === null) return power(things, ask, Math.random() < 0.5 ? 'running' : 'stopped')
  const possible = steps.filter((step) => step.possible(things))
  await possible[Math.floor(Math.random() * possible.length)]?.run(things, ask, name)
}
