import { present } from '../kit/base/present.ts'
import type { VpcFirewallRule, VpcFirewallRuleUpdate } from '@granary/contract/firewall-rules.ts'
import {
  type FirewallProblem,
  type FirewallProtocol,
  firewallRulesProblems,
  normalizeIcmpCode,
} from '@granary/domain/firewall.ts'
import type { z } from 'zod'
import type { FirewallRuleRow } from '../database/schema.ts'
import { type RuleChanges, writeFirewallRules } from '../kinds/firewall-rules.ts'
import { handlers } from '../kinds/handler.ts'
import { viewOfRules } from '../kinds/vpc.ts'
import { type Context, now } from '../kit/context/context.ts'
import { type ApiError, capitalize, conflict, invalidRequest, invalidValue } from '../kit/base/errors.ts'
import type { Found } from '../kit/resources/lookup.ts'
import { hashToken } from '../access/token.ts'

export const firewallRuleHandlers = handlers({
  vpcFirewallRulesView: async (context, { found }) => answerWith(await rulesOf(context, found.row.id)),

  vpcFirewallRulesUpdate: async (context, { body, found: { row, scope } }) => {
    const before = await rulesOf(context, row.id)
    if (body.expectedVersion != null && body.expectedVersion !== versionOf(before))
      throw conflict(
        'the firewall rules have changed since they were read: read them again before replacing them',
      ).at('expected_version', 'not_allowed')
    const problem = problemOf(body.rules, row.name)
    if (problem) throw problem
    const changes = changesOf(context, row.id, before, body.rules.map(draftOf))
    const view = viewOfRules()
    await writeFirewallRules(context, scope, row, 'updated', { ...changes.written, view })
    return answerWith(changes.after, view)
  },
})

type Rule = z.output<typeof VpcFirewallRule>
type RuleUpdate = z.output<typeof VpcFirewallRuleUpdate>

const rulesOf = ({ db }: Context, vpcId: string): Promise<FirewallRuleRow[]> =>
  db.selectFrom('firewall_rule').selectAll().where('vpc_id', '=', vpcId).orderBy('name').execute()

const answerWith = (rows: readonly FirewallRuleRow[], view = viewOfRules()) => ({
  rules: rows.map(view),
  version: versionOf(rows),
})

const VERSION_LENGTH = 32

/** Returns a digest of which rules there are and when each was changed: every change of a rule has a time of its own. */
const versionOf = (rows: readonly FirewallRuleRow[]): string =>
  hashToken(rows.map(({ id, time_modified }) => `${id} ${time_modified}`).join()).slice(0, VERSION_LENGTH)

/** Returns the time of a change of a rule: later than the last one, even in the same millisecond or on a clock that was set back. */
const timeOfChange = ({ time_modified: last }: FirewallRuleRow, time: string): string =>
  time > last ? time : new Date(Date.parse(last) + 1).toISOString()

/** Returns a 400 with every problem of the rules, or null. */
function problemOf(rules: readonly RuleUpdate[], vpcName: string): ApiError | null {
  const problems: FirewallProblem[] = [...firewallRulesProblems(rules, vpcName)].flat()
  const [first, ...others] = problems
  if (!first) return null
  const { label, path, code, message } = first
  const error =
    label === null
      ? invalidRequest(message).at(path, code, capitalize(message))
      : invalidValue(path, code, message, label)
  return error.also(others)
}

/** A rule of a request, as columns. A rule without tags keeps those of the rule with its name. */
type Draft = Pick<FirewallRuleRow, 'name' | Exclude<(typeof OWN)[number], 'target_tags'>> & {
  target_tags: string | undefined
}

/** The columns that a request sets, except for the name. */
const OWN = [
  'description',
  'action',
  'direction',
  'status',
  'priority',
  'targets',
  'target_tags',
  'filters',
] as const satisfies readonly (keyof FirewallRuleRow)[]

const draftOf = ({ targets, targetTags, filters, ...rest }: RuleUpdate): Draft => ({
  ...rest,
  targets: JSON.stringify(targets),
  target_tags: targetTags && JSON.stringify(targetTags),
  filters: JSON.stringify({
    ...filters,
    ports: filters.ports?.map((range) => range.trim()) ?? null,
    protocols: filters.protocols?.map(withPlainCode) ?? null,
  }),
})

/** Blanks around a code are accepted, but not kept. */
function withPlainCode<Each extends FirewallProtocol>(protocol: Each): Each {
  if (!('value' in protocol) || protocol.value?.code == null) return protocol
  return { ...protocol, value: { ...protocol.value, code: normalizeIcmpCode(protocol.value.code) || null } }
}

/**
 * Returns what to write so that a VPC has the rules of a request, and its rules after that. A rule of the same name keeps its ID, and
 * one that stays as it is also its times, so that the change log has the rules that change, and no other.
 */
function changesOf(
  context: Context,
  vpcId: string,
  before: readonly FirewallRuleRow[],
  drafts: readonly Draft[],
): { written: RuleChanges; after: FirewallRuleRow[] } {
  const time = now(context)
  const byName = new Map(before.map((row) => [row.name, row]))
  const created: FirewallRuleRow[] = []
  const updated: { before: FirewallRuleRow; after: FirewallRuleRow }[] = []
  const after = drafts.map(({ target_tags, ...rest }) => {
    const row = byName.get(rest.name)
    byName.delete(rest.name)
    const draft = { ...rest, target_tags: target_tags ?? row?.target_tags ?? '[]' }
    if (!row) {
      const identity = { id: crypto.randomUUID(), time_created: time, time_modified: time }
      created.push({ ...identity, vpc_id: vpcId, ...draft })
      return present(created.at(-1), 'the rule')
    }
    if (OWN.every((column) => row[column] === draft[column])) return row
    const changed = { ...row, ...draft, time_modified: timeOfChange(row, time) }
    updated.push({ before: row, after: changed })
    return changed
  })
  after.sort((one, other) => (one.name < other.name ? -1 : 1))
  return { written: { removed: [...byName.values()], created, updated }, after }
}

/** Rules refer to their own VPC by its name, and to no other one. Without this, they would match nothing after a rename. */
export async function renameVpcInRules(
  context: Context,
  { row, scope }: Found<'vpc'>,
  name: string,
): Promise<void> {
  const renamed = <Host extends Rule['targets'][number]>(hosts: readonly Host[]): Host[] =>
    hosts.map((host) => (host.type === 'vpc' ? { ...host, value: name } : host))
  const time = now(context)
  const view = viewOfRules()
  const updated = (await rulesOf(context, row.id)).flatMap((before) => {
    const { targets, filters } = view(before)
    const after = {
      ...before,
      time_modified: timeOfChange(before, time),
      targets: JSON.stringify(renamed(targets)),
      filters: JSON.stringify({ ...filters, hosts: filters.hosts && renamed(filters.hosts) }),
    }
    const isSame = before.targets === after.targets && before.filters === after.filters
    return isSame ? [] : [{ before, after }]
  })
  await writeFirewallRules(context, scope, { ...row, name }, 'updated', { updated, view })
}
