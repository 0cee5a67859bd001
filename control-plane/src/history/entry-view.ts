import { storedJson } from '../kit/base/stored-json.ts'
import { toSnake } from '@granary/contract/codec.ts'
import type { contract } from '@granary/contract/contract.ts'
import type { z } from 'zod'
import { fleet, may, mayOfSilo } from '../kit/resources/authorization.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import type { StoredChange } from './stored-changes.ts'

type Entry = z.input<(typeof contract.resourceHistory)['response']>['items'][number]

/** Returns a change as the API shows it. */
export function entryView(context: Context, row: StoredChange): Entry {
  const silo = siloOfActor(row)
  const isNamed = mayReadActor(context, silo)
  const isLocated = mayReadAddress(context, row, silo)
  return {
    seq: Number(row.seq),
    time: row.time,
    kind: row.kind,
    action: row.action,
    name: row.name,
    operation: row.operation,
    requestId: row.request_id,
    actorKind: row.actor_kind,
    actorId: isNamed ? row.actor_id : null,
    actorName: isNamed ? row.display_name : null,
    sourceIp: isLocated ? row.source_ip : null,
    userAgent: isLocated ? row.user_agent : null,
    changed: fieldsOf(row),
  }
}

/**
 * Returns the silo of the caller that made a change; null if it is unknown. Deleted users and SCIM tokens are found by
 * the audit entry. Without one, only callers of the same silo can have changed a project, or used a SCIM token.
 */
function siloOfActor(row: StoredChange): string | null {
  const isSameSilo = row.project_id !== null || row.actor_kind === 'scim'
  return row.actor_silo_id ?? row.audited_silo_id ?? (isSameSilo ? row.silo_id : null)
}

/** Users see the people of their own silo only; operators see all. */
const mayReadActor = (context: Context, silo: string | null): boolean =>
  may(context, fleet, 'list_contents') || (silo !== null && mayOfSilo(context, silo, 'read_identities'))

/** Addresses are personal: users see those of their own changes, admins those of their silo's users, operators all. */
function mayReadAddress(context: Context, row: StoredChange, silo: string | null): boolean {
  if (row.actor_id === actorOf(context).userId) return true
  if (may(context, fleet, 'list_contents')) return true
  return silo !== null && mayOfSilo(context, silo, 'modify_identities')
}

/** Fields that say nothing beyond the entry itself. */
const OMITTED = new Set(['id', 'timeCreated', 'timeModified'])

type Fields = Record<string, unknown>

/** An update has only the fields that differ, and those that decide who may read the entry. */
function fieldsOf({ before, after }: StoredChange): Entry['changed'] {
  const was = parsed(before)
  const is = parsed(after)
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((field) => {
    const [old, now] = [jsonOf(was[field]), jsonOf(is[field])]
    return old === now || OMITTED.has(field) ? [] : { field: toSnake(field), before: old, after: now }
  })
}

const parsed = (text: string | null): Fields => (text === null ? {} : storedJson<Fields>(text))

/** A field without a value is the same as no field. */
const jsonOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)
