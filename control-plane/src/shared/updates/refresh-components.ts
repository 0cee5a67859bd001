import type { Component } from '@granary/compute/component.ts'
import type { UpdateComponentRow } from '../../database/schema.ts'
import { currentTarget, systemUpdate, systemUpdateOf } from '../../kinds/system-update.ts'
import type { Context } from '../../kit/context/context.ts'
import { fleet } from '../../kit/resources/authorization.ts'
import type { OuterServices } from '../../kit/context/services.ts'
import { inTransaction, systemContext } from '../../kit/resources/transaction.ts'
import { unlogged } from '../../kit/sql/unlogged.ts'
import { enqueue } from '../../tasks/queue.ts'
import { componentsOf, type NamedComponent, nameOf, needsUpdate } from './components.ts'
import { suspend } from './suspend.ts'

/** The components as the driver reports them, and their rows from the time when it was asked. */
type ComponentReport = { reported: readonly Component[]; asked: readonly UpdateComponentRow[] }

/** The system stores what the driver reports, also during the request of a user. */
const inSystem = (services: OuterServices) => systemContext(services, 'component_report')

/** Fetches the software of the components from the driver. @throws DriverError */
export async function readComponents(services: OuterServices): Promise<ComponentReport> {
  const asked = await componentsOf(inSystem(services))
  return { asked, reported: (await services.compute.components?.()) ?? [] }
}

/** Fetches the software of the components from the driver and stores it; see `storeComponents`. @throws DriverError */
export const refreshComponents = async (services: OuterServices): Promise<void> =>
  storeComponents(services, await readComponents(services))

/**
 * Stores what has changed of the software of the components. Continues the update when a component needs it, and suspends it
 * when something else has changed a component. A report of a component whose step began or ended after the driver was asked
 * is dropped: it may be from before that, and the next one comes soon.
 */
export async function storeComponents(services: OuterServices, report: ComponentReport): Promise<void> {
  if (!differs(report.reported, await componentsOf(inSystem(services)))) return
  await inTransaction(inSystem(services), (context) => record(context, report))
}

/** Enqueues the task that updates the components. There is one for all servers. */
export const enqueueUpdate = (context: Context): Promise<void> =>
  enqueue(context, 'system-update', 'fleet', fleet)

const stored = ({ version, answers }: Pick<Component, 'version' | 'answers'>) => ({
  // A component that does not answer may run anything, so the last known version stays.
  ...(answers && { version }),
  answers: answers ? (1 as const) : (0 as const),
})

function isSame(row: UpdateComponentRow, component: Component): boolean {
  const { answers, version = row.version } = stored(component)
  return row.answers === answers && row.version === version
}

function differs(reported: readonly Component[], rows: readonly UpdateComponentRow[]): boolean {
  const known = new Map(rows.map((row) => [row.id, row]))
  return (
    reported.length !== rows.length ||
    reported.some((component) => {
      const row = known.get(component.id)
      return !row || !isSame(row, component)
    })
  )
}

async function record(context: Context, { reported, asked }: ComponentReport): Promise<void> {
  const target = (await currentTarget(context))?.version
  const before = await componentsOf(context)
  const known = new Map(before.map((row) => [row.id, row]))
  const rowsAsked = new Map(asked.map((row) => [row.id, row]))
  for (const component of reported) {
    const row = known.get(component.id)
    known.delete(component.id)
    if (!row) await insert(context, component)
    else if (!isSame(row, component) && !hasMoved(row, rowsAsked.get(row.id)))
      await update(context, row, component, target)
  }
  const gone = [...known.keys()].filter((id) => rowsAsked.has(id))
  if (gone.length > 0)
    await unlogged(context).deleteFrom('update_component').where('id', 'in', gone).execute()
  // The first report is no change, and a step announces its own.
  if (before.length > 0 && !before.some(({ updating_to }) => updating_to !== null))
    systemUpdate.touch(context, { row: await systemUpdateOf(context), scope: fleet })
  if (target === undefined) return
  if ((await componentsOf(context)).some((row) => needsUpdate(row, target))) await enqueueUpdate(context)
}

/** Whether a step of a component began or ended, or another report was stored, since the driver was asked. */
const hasMoved = (row: UpdateComponentRow, asked: UpdateComponentRow | undefined): boolean =>
  row.version !== asked?.version || row.updating_to !== asked.updating_to

const insert = (context: Context, component: Component) =>
  unlogged(context)
    .insertInto('update_component')
    .values({
      id: component.id,
      kind: component.kind,
      version: component.version,
      answers: component.answers ? 1 : 0,
      updating_to: null,
      failures: 0,
    })
    // Another server may have stored the same report.
    .onConflict((conflict) => conflict.doNothing())
    .execute()

async function update(
  context: Context,
  row: NamedComponent,
  component: Component,
  target: string | undefined,
): Promise<void> {
  const { version, answers } = component
  await unlogged(context)
    .updateTable('update_component')
    .set(stored(component))
    .where('id', '=', row.id)
    .execute()
  const isForeign = answers && version !== row.version && version !== target && row.updating_to === null
  if (target !== undefined && isForeign)
    await suspend(
      context,
      `${nameOf(row)} runs ${version ?? 'its original software'}, which the update to ${target} did not install`,
      false,
    )
}
