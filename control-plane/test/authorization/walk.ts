import { toSnake } from '@granary/contract/codec.ts'
import { contract, type OperationId } from '@granary/contract/contract.ts'
import { BODY_TYPES } from '@granary/contract/operation.ts'
import { ApiError } from '../../src/kit/base/errors.ts'
import { type Names, namesOf } from './rows.ts'
import { people, type Person, type Verdict } from './rules.ts'
import { table } from './table.ts'
import { addCertificateRow, DELETABLE, nameOf, NAMES, oneOfEach } from '../one-of-each.ts'
import { addSilo, addUser } from '../people.ts'
import { plainBundles } from '../support-bundles.ts'
import { openWorld } from '../world.ts'

export const operations = Object.keys(contract) as OperationId[]

/** A response with its body read; an event stream is closed at once and has no body. */
export type Said = { status: number; body: { error_code?: string; message?: string; error?: string } | null }
export type Walk = Awaited<ReturnType<typeof openWalk>>

/** A silo with one of each resource, another silo, and each of the users of the table. */
export async function openWalk() {
  const world = await openWorld({ started: false })
  // The walk repeats wrong codes and passwords.
  world.services.settings = { ...world.services.settings, limitAttempts: false }
  const { services } = world
  services.bundles = { ...plainBundles(), open: async () => nothing() }
  const { db } = services
  const ids: Record<string, string> = await oneOfEach(world)
  await addSilo(services, 'elsewhere')
  const time = services.clock.now().toISOString()
  const principal = { silo_id: ids.silo!, time_created: time, time_modified: time }
  await db
    .insertInto('silo_group')
    .values({ ...principal, id: NAMES.siloGroup, display_name: 'team' })
    .execute()
  await db
    .insertInto('silo_user')
    .values({
      ...principal,
      id: NAMES.user,
      external_id: 'colleague',
      display_name: 'colleague',
      password_hash: null,
    })
    .execute()
  for (const person of people)
    if (person !== 'nobody')
      await addUser(services, siloOf(person), usernameOf(person), rolesOf(person, ids.project!))
  const kept = await Promise.all(
    DELETABLE.map(
      async (name) =>
        [
          name,
          await db
            .selectFrom(name as 'image')
            .selectAll()
            .execute(),
        ] as const,
    ),
  )

  const idOf: Names['idOf'] = (kind) => ids[kind]!
  const unknownIds = new Map<string, string>()
  const unknownOf = (kind: string): string => {
    const id = unknownIds.get(kind) ?? crypto.randomUUID()
    unknownIds.set(kind, id)
    return id
  }
  let touched = true
  return {
    world,
    ids,
    close: world.close,

    byName: namesOf(nameOf, idOf, 'byName'),
    byId: namesOf((kind) => ids[kind] ?? nameOf(kind), idOf, 'byId'),
    /** The same requests about resources that don't exist. */
    unknown: namesOf((kind) => (ids[kind] ? unknownOf(kind) : nameOf(kind)), unknownOf, 'byId'),

    /** Returns the cookie of a new session of a user; '' for an anonymous caller. */
    signIn: async (person: Person): Promise<string> =>
      person === 'nobody' ? '' : world.signIn(usernameOf(person), usernameOf(person), siloOf(person)),

    /** Undoes the last operation, so that each caller finds the same state. Reads and refusals leave nothing to undo. */
    async restore(): Promise<void> {
      if (!touched) return
      await db.updateTable('instance').set({ run_state: 'running', wanted_state: 'running' }).execute()
      await db.updateTable('support_bundle').set({ state: 'active' }).execute()
      await db.updateTable('snapshot').set({ state: 'creating' }).execute()
      for (const [name, rows] of kept)
        await db
          .insertInto(name as 'image')
          .values(rows as never)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      await addCertificateRow(services, ids.silo!, ids.certificate!)
      // Rows come back without their charge, which would become negative with their next deletion.
      await db.updateTable('provisioned').set({ cpus: 0, memory: 0, storage: 0 }).execute()
      await db.deleteFrom('usage_point').execute()
      touched = false
    },

    /** Sends an operation's request from the table. @param credentials the headers that authenticate the caller. */
    async send(id: OperationId, names: Names, credentials: Record<string, string>): Promise<Said> {
      const { url, method, type, text } = requestOf(id, names)
      const headers = { ...credentials, 'content-type': type }
      if (id === 'instanceSerialConsoleStream')
        return opened(() => world.controlPlane.openSerial(new Request(url, { headers })))
      const response = await world.controlPlane.fetch(new Request(url, { method, headers, body: text }))
      touched ||= method !== 'GET' && !REFUSALS.has(response.status)
      if (response.headers.get('content-type') === 'text/event-stream') {
        await response.body!.cancel()
        return { status: response.status, body: null }
      }
      const isJson = response.headers.get('content-type')?.includes('json')
      const answer = await response.text()
      return { status: response.status, body: answer && isJson ? (JSON.parse(answer) as Said['body']) : null }
    },
  }
}

/** The content of an empty file. */
async function* nothing(): AsyncGenerator<Uint8Array> {}

const REFUSALS = new Set([401, 403, 404])

/** Returns what a response shows about permissions; a refusal for another reason has an error code. */
export function verdictIn({ status, body }: Said): Verdict | string {
  if (REFUSALS.has(status)) return status as Verdict
  if (status < 300) return 'ok'
  const { error_code: code, message } = body ?? {}
  return (status === 400 && code?.startsWith('Invalid')) ||
    code === 'Conflict' ||
    code === 'ObjectAlreadyExists' ||
    body?.error === 'unsupported_grant_type'
    ? 'ok'
    : `${status} ${message}`
}

function requestOf(id: OperationId, names: Names) {
  const operation = contract[id]
  const { path = {}, query = {}, body } = table[id].request(names)
  const place = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name]!)
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [toSnake(key), value]))
  return {
    url: `http://test${place}?${search.toString()}`,
    method: operation.method,
    type: BODY_TYPES[operation.bodyType],
    text: body === undefined ? null : WRITTEN[operation.bodyType](body),
  }
}

/** Serializes a body of the table by its content type. */
const WRITTEN: Record<keyof typeof BODY_TYPES, (body: unknown) => string> = {
  json: (body) => JSON.stringify(body),
  form: (body) => new URLSearchParams(body as Record<string, string>).toString(),
  bytes: (body) => body as string,
  stream: (body) => body as string,
}

async function opened(open: () => Promise<{ close: () => void }>): Promise<Said> {
  try {
    ;(await open()).close()
    return { status: 101, body: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: { error_code: error.code ?? '', message: error.message } }
  }
}

const siloOf = (person: Person): string => (person.endsWith('another silo') ? 'elsewhere' : 'main')
const usernameOf = (person: Person): string => `user-${people.indexOf(person)}`

function rolesOf(person: Person, projectId: string) {
  if (person === 'admin of another silo') return { silo: 'admin' }
  const [level, role] = person.split(' ') as [string, string]
  if (level === 'project') return { projects: { [projectId]: role } }
  return level === 'silo' || level === 'fleet' ? { [level]: role } : {}
}
