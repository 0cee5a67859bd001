import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from './session.ts'

const GIB = 2 ** 30
/** Milliseconds between two looks at something that changes. */
const LOOK_MS = 100
/** Looks until something counts as stuck. */
const MAX_LOOKS = 600

type Life = (session: Session, project: string, name: string) => Promise<void>
type Instance = { run_state: string }
type WithState = { state: { state: string } | string }

/** Creates an instance with a disk, runs, snapshots, stops and deletes it. */
const machine: Life = async ({ ask, must }, project, name) => {
  const at = `?project=${project}`
  await must('POST', `/v1/disks${at}`, diskOf(`d-${name}`, 'blank'))
  await must('POST', `/v1/instances${at}`, {
    name: `i-${name}`,
    description: '',
    hostname: 'lives',
    ncpus: 1,
    memory: GIB,
    disks: [{ type: 'attach', name: `d-${name}` }],
    start: true,
  })
  const instance = `/v1/instances/i-${name}`
  const isIn = async (state: string) => (await must<Instance>('GET', instance + at)).run_state === state
  await until(`${name} runs`, () => isIn('running'))
  await must('POST', `/v1/snapshots${at}`, { name: `s-${name}`, description: '', disk: `d-${name}` })
  const snapshot = `/v1/snapshots/s-${name}${at}`
  await until(`snapshot of ${name}`, async () => (await must<WithState>('GET', snapshot)).state === 'ready')
  await must('POST', `${instance}/reboot${at}`)
  await must('PUT', `/v1/vpc-firewall-rules${at}&vpc=default`, rulesFor(`i-${name}`))
  await until(`${name} has rebooted`, () => isIn('running'))
  await must('POST', `${instance}/stop${at}`)
  await until(`${name} stops`, () => isIn('stopped'))
  await must('DELETE', snapshot)
  await gone(ask, instance + at)
  await gone(ask, `/v1/disks/d-${name}${at}`)
}

/** Uploads a few bytes to a disk and deletes it. */
const upload: Life = async ({ ask, must }, project, name) => {
  const disk = `/v1/disks/u-${name}`
  const at = `?project=${project}`
  await must('POST', `/v1/disks${at}`, diskOf(`u-${name}`, 'importing_blocks'))
  await until(
    `${name} waits for bytes`,
    async () =>
      ((await must<WithState>('GET', disk + at)).state as { state: string }).state === 'import_ready',
  )
  await must('POST', `${disk}/bulk-write-start${at}`)
  const { id } = await must<{ id: string }>('GET', disk + at)
  await must('PUT', `/experimental/v1/disks/${id}/blocks?offset=0`, randomBytes(65_536))
  await must('POST', `${disk}/bulk-write-stop${at}`)
  await must('POST', `${disk}/finalize${at}`, {})
  await until(`${name} is deleted`, async () => (await ask('DELETE', disk + at)).status === 204)
}

/** Creates a project with its VPC, changes both and deletes them. */
const project: Life = async ({ ask, must }, _, name) => {
  const own = `p-${name}`
  await must('POST', '/v1/projects', { name: own, description: '' })
  await must('PUT', `/v1/vpcs/default?project=${own}`, { description: name })
  await must('PUT', `/v1/vpc-firewall-rules?project=${own}&vpc=default`, rulesFor('any'))
  await gone(ask, `/v1/vpc-subnets/default?project=${own}&vpc=default`)
  await gone(ask, `/v1/vpcs/default?project=${own}`)
  await gone(ask, `/v1/projects/${own}`)
}

/** Creates, changes and deletes several small resources. */
const small: Life = async ({ must }, project, name) => {
  const at = `?project=${project}`
  const group = { policy: 'allow', failure_domain: 'sled' }
  const key = `ssh-ed25519 ${Buffer.from(`\0\0\0\x0bssh-ed25519\0\0\0 ${'k'.repeat(32)}`).toString('base64')}`
  await must('POST', `/v1/floating-ips${at}`, { name: `f-${name}`, description: '', ...FOURTH })
  await must('POST', `/v1/affinity-groups${at}`, { name: `a-${name}`, description: '', ...group })
  await must('POST', '/v1/me/ssh-keys', { name: `k-${name}`, description: '', public_key: key })
  for (let n = 0; n < 8; n++) {
    await must('PUT', `/v1/floating-ips/f-${name}${at}`, { description: `change ${n}` })
    await must('PUT', `/v1/affinity-groups/a-${name}${at}`, { description: `change ${n}` })
    await must('PUT', `/v1/projects/${project}`, { description: `${name} ${n}` })
  }
  await must('GET', `/v1/instances${at}&limit=50`)
  await must('DELETE', `/v1/floating-ips/f-${name}${at}`)
  await must('DELETE', `/v1/affinity-groups/a-${name}${at}`)
  await must('DELETE', `/v1/me/ssh-keys/k-${name}`)
}

/** What clients do over and over. */
export const LIVES = { machine, upload, project, small }

/** An address of the pool for IPv4. */
const FOURTH = { address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } } }

const diskOf = (name: string, type: 'blank' | 'importing_blocks') => ({
  name,
  description: '',
  size: GIB,
  disk_backend: { type: 'distributed', disk_source: { type, block_size: 512 } },
})

const rulesFor = (instance: string) => ({
  rules: ['ssh', 'web', 'ping'].map((name, at) => ({
    name,
    description: '',
    action: 'allow',
    direction: 'inbound',
    priority: 100 + at,
    status: 'enabled',
    targets: [{ type: 'instance', value: instance }],
    filters: { protocols: [{ type: 'tcp' }], ports: [String(Math.ceil(Math.random() * 65_535))] },
  })),
})

/** Deletes something as soon as that is possible. */
const gone = (ask: Session['ask'], path: string) =>
  until(`${path} is deleted`, async () => (await ask('DELETE', path)).status === 204)

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    if (await isSo()) return
    await sleep(LOOK_MS)
  }
  throw new Error(`it takes more than ${(MAX_LOOKS * LOOK_MS) / 1000} s until ${what}`)
}
