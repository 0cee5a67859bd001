import type { VpcFirewallRule, VpcFirewallRuleUpdate } from '@granary/contract/firewall-rules.ts'
import { type FirewallProblem, firewallRulesProblems } from '@granary/domain/firewall.ts'
import type { z } from 'zod'
import type { FirewallRuleRow } from '../database/schema.ts'
import { type RuleChanges, writeFirewallRules } from '../kinds/firewall-rules.ts'
import { handlers, type NextTurn } from '../kinds/handler.ts'
import { firewallRule } from '../kinds/vpc.ts'
import { type Context, now } from '../kit/context.ts'
import { type ApiError, capitalize, conflict, invalidRequest, invalidValue } from '../kit/errors.ts'
import type { Found } from '../kit/lookup.ts'
import { hashToken } from '../shared/sign-in/token.ts'

export const firewallRuleHandlers = handlers({
  vpcFirewallRulesView: {
    read: async (context, { found }) => {
      const rows = await rulesOf(context, found.row.id)
      return (nextTurn) => answerInSteps(context, rows, nextTurn)
    },
  },

  vpcFirewallRulesUpdate: {
    staged: async ({ body, found }, nextTurn) => {
      const checkedName = found.row.name
      const wrong = await problemOf(body.rules, checkedName, nextTurn)
      // The rules may be those of an older state. A caller who learns that only later mends them in vain.
      if (wrong && body.expectedVersion == null) throw wrong
      const drafts: Draft[] = []
      for (const rule of body.rules) {
        if (drafts.length % STEP === STEP - 1) await nextTurn()
        drafts.push(draftOf(rule))
      }
      return async (context, { found: current }) => {
        const { row, scope } = current
        const before = await rulesOf(context, row.id)
        if (body.expectedVersion != null && body.expectedVersion !== (await versionOf(context, before)))
          throw conflict(
            'the firewall rules have changed since they were read: read them again before replacing them',
          ).at('expected_version', 'not_allowed')
        // Rules name their VPC, which may have another name now.
        const problem = row.name === checkedName ? wrong : await problemOf(body.rules, row.name)
        if (problem) throw problem
        const changes = changesOf(context, row.id, before, drafts)
        await writeFirewallRules(context, scope, changes.written)
        return (next) => answerInSteps(context, changes.after, next)
      }
    },
  },
})

/** Rules that are handled between two looks at the time. */
const STEP = 16

type Rule = z.output<typeof VpcFirewallRule>
type RuleUpdate = z.output<typeof VpcFirewallRuleUpdate>

const rulesOf = ({ db }: Context, vpcId: string): Promise<FirewallRuleRow[]> =>
  db.selectFrom('firewall_rule').selectAll().where('vpc_id', '=', vpcId).orderBy('name').execute()

/** Builds the answer in steps: that of 1 MiB of rules takes as long as hundreds of small answers. */
async function answerInSteps(context: Context, rows: readonly FirewallRuleRow[], nextTurn: NextTurn) {
  const rules: ReturnType<typeof firewallRule.view>[] = []
  for (const row of rows) {
    if (rules.length % STEP === STEP - 1) await nextTurn()
    rules.push(firewallRule.view(row))
  }
  await nextTurn()
  return { rules, version: await versionOf(context, rows) }
}

const VERSION_LENGTH = 32
/** In the order of the table, because rows that a request has made must have the version of those that are read. */
const VERSIONED = [
  'id',
  'name',
  'description',
  'time_created',
  'time_modified',
  'vpc_id',
  'action',
  'direction',
  'status',
  'targets',
  'filters',
  'priority',
] as const satisfies readonly (keyof FirewallRuleRow)[]

/** Returns a digest of the rules and of when they were changed. A host's own function doesn't wait, and so keeps no transaction open. */
async function versionOf(
  { services }: { services: Pick<Context['services'], 'sha256'> },
  rows: readonly FirewallRuleRow[],
): Promise<string> {
  const text = JSON.stringify(rows, [...VERSIONED])
  const digest = services.sha256 ? services.sha256(text) : await hashToken(text)
  return digest.slice(0, VERSION_LENGTH)
}

/** Returns a 400 with every problem of the rules, or null. @param nextTurn undefined in a transaction. */
async function problemOf(
  rules: readonly RuleUpdate[],
  vpcName: string,
  nextTurn: NextTurn = () => {},
): Promise<ApiError | null> {
  const problems: FirewallProblem[] = []
  let checked = 0
  for (const ofRule of firewallRulesProblems(rules, vpcName)) {
    if (checked++ % STEP === STEP - 1) await nextTurn()
    problems.push(...ofRule)
  }
  const [first, ...others] = problems
  if (!first) return null
  const { label, path, code, message } = first
  const error =
    label === null
      ? invalidRequest(message).at(path, code, capitalize(message))
      : invalidValue(path, code, message, label)
  return error.also(others)
}

/** A rule of a request, as columns. */
type Draft = Pick<FirewallRuleRow, 'name' | (typeof OWN)[number]>

/** The columns that a request sets, except for the name. */
const OWN = [
  'description',
  'action',
  'direction',
  'status',
  'priority',
  'targets',
  'filters',
] as const satisfies readonly (keyof FirewallRuleRow)[]

const draftOf = ({ targets, filters, ...rest }: RuleUpdate): Draft => ({
  ...rest,
  targets: JSON.stringify(targets),
  filters: JSON.stringify(filters),
})

/**
 * Returns what to write so that a VPC has the rules of a request, and its rules after that. A rule of the same name keeps its ID, and
 * one that stays as it is also its times, so that the change log has an entry for each rule that changes, and for no other.
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
  const after = drafts.map((draft) => {
    const row = byName.get(draft.name)
    byName.delete(draft.name)
    if (!row) {
      const identity = { id: crypto.randomUUID(), time_created: time, time_modified: time }
      created.push({ ...identity, vpc_id: vpcId, ...draft })
      return created.at(-1)!
    }
    if (OWN.every((column) => row[column] === draft[column])) return row
    const changed = { ...row, ...draft, time_modified: time }
    updated.push({ before: row, after: changed })
    return changed
  })
  after.sort((one, other) => (one.name < other.name ? -1 : 1))
  return { written: { removed: [...byName.values()], created, updated }, after }
}

/** Rules refer to their own VPC by its name, and to no other one. Without this, they would match nothing after a rename. */
export async function renameVpcInRules(
  context: Context,
  { row: { id }, scope }: Found<'vpc'>,
  name: string,
): Promise<void> {
  const renamed = <Host extends Rule['targets'][number]>(hosts: readonly Host[]): Host[] =>
    hosts.map((host) => (host.type === 'vpc' ? { ...host, value: name } : host))
  const time = now(context)
  const updated = (await rulesOf(context, id)).flatMap((before) => {
    const { targets, filters } = firewallRule.view(before)
    const after = {
      ...before,
      time_modified: time,
      targets: JSON.stringify(renamed(targets)),
      filters: JSON.stringify({ ...filters, hosts: filters.hosts && renamed(filters.hosts) }),
    }
    const isSame = before.targets === after.targets && before.filters === after.filters
    return isSame ? [] : [{ before, after }]
  })
  await writeFirewallRules(context, scope, { removed: [], created: [], updated })
}
