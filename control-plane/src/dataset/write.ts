import { storeCurrentUsage } from '../database/current-usage.ts'
import { record } from '../kit/resources/changes.ts'
import type { Context } from '../kit/context/context.ts'
import { rawWriter } from '../database/session.ts'
import { untypedWriter } from '../kit/sql/any-table.ts'
import { noteResource } from '../kit/resources/kind.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { noteFirewallRules } from '../kinds/firewall-rules.ts'
import { targetRelease, tufRepo } from '../kinds/system-update.ts'
import { floatingIpView } from '../kinds/external-ip.ts'
import { type Plan, tables } from './plan.ts'

/** Engines limit the parameters per statement; the strictest allows 32,766. */
const PARAMETERS = 30_000
const ROWS = 500

/** Writes the rows of a plan into an empty database, and logs every resource as created. */
export async function writePlan(context: Context, plan: Plan): Promise<void> {
  for (const table of tables) await insertAll(context, table, plan.rows[table])
  await storeCurrentUsage(rawWriter(context), plan.loaded)
  for (const row of plan.releases) await tufRepo.create(context, fleet, row)
  for (const row of plan.targets) await targetRelease.create(context, fleet, row)
  await storeLastStep(context, plan.targets.at(-1)?.time_requested)
  for (const { resource, scope, row } of plan.notes)
    noteResource(context, resource, scope, null, row as never)
  for (const { scope, vpc, rules } of plan.firewalls)
    noteFirewallRules(context, scope, vpc, 'created', { created: rules })
  for (const { scope, row } of plan.floatingIps)
    record(context, {
      kind: 'floating-ip',
      action: 'created',
      id: row.id,
      name: row.name,
      ...scope,
      parentId: null,
      before: null,
      after: floatingIpView(row),
    })
}

/** The components of a data set run its target from the beginning, so no step was planned later than the target. */
async function storeLastStep(context: Context, time: string | undefined): Promise<void> {
  if (time === undefined) return
  await rawWriter(context).updateTable('system_update').set({ time_last_step_planned: time }).execute()
}

async function insertAll(context: Context, table: (typeof tables)[number], rows: readonly object[]) {
  const [first] = rows
  if (!first) return
  const step = Math.min(ROWS, Math.floor(PARAMETERS / Object.keys(first).length))
  for (let at = 0; at < rows.length; at += step)
    // Each list holds rows of its own table.
    await untypedWriter(context)
      .insertInto(table)
      .values(rows.slice(at, at + step).map((row) => ({ ...row })))
      .execute()
}
