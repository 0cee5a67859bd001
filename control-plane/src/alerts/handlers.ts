import { ALERT_CLASSES } from '@granary/contract/alert-classes.ts'
import { MAX_COUNTED_ALERTS } from '@granary/contract/alerts.ts'
import { matchesClass } from '@granary/domain/alert-subscriptions.ts'
import { z } from 'zod'
import type { AlertRow } from '../database/schema.ts'
import { narrowed } from '../kit/resources/list-filter.ts'
import { alertFilter, alertView } from '../kinds/alert.ts'
import { subscriptionsOf } from '../kinds/alert-receiver.ts'
import { handlers } from '../kinds/handler.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest, notFound } from '../kit/base/errors.ts'
import { markerIn, takePage, tokenAfter } from '../kit/request/pagination.ts'
import { addDeliveries } from '../shared/alerts/add-deliveries.ts'
import { byTime } from '../kit/request/by-time.ts'
import { deliveryView } from './delivery-view.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1_000

export const alertHandlers = handlers({
  alertClassList: async (_, { query }) => {
    const after = query.pageToken ? markerIn(query.pageToken, SORT, /^[\w.]+$/)[0] : ''
    const classes = ALERT_CLASSES.filter(
      ({ name }) => name > after && (!query.filter || matchesClass(query.filter, name)),
    ).slice(0, Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT))
    const last = classes.at(-1)
    return {
      items: classes.map(({ name, description, version, lasts, payload }) => ({
        name,
        description,
        version,
        lasts,
        payloadSchema: z.toJSONSchema(payload),
      })),
      nextPage: last ? tokenAfter(query, SORT, last.name) : null,
    }
  },

  alertList: async (context, { query }) => {
    const { alertClass, startTime, endTime, unresolved } = query
    let alerts = narrowed(
      context,
      context.db.selectFrom('alert').selectAll(),
      alertFilter,
      query.filter,
      'alert',
    )
    if (alertClass) {
      const names = ALERT_CLASSES.map(({ name }) => name).filter((name) => matchesClass(alertClass, name))
      alerts = alerts.where('class', 'in', [...names, alertClass])
    }
    if (startTime) alerts = alerts.where('time_created', '>=', new Date(startTime).toISOString())
    if (endTime) alerts = alerts.where('time_created', '<=', new Date(endTime).toISOString())
    if (unresolved !== undefined) alerts = alerts.where('cause', unresolved ? 'is not' : 'is', null)
    const { page, keys } = byTime(query, 'time_created')
    const { rows, nextPage } = await takePage(alerts, page, keys, (row) => row.id)
    return { items: rows.map(alertView), nextPage }
  },

  alertView: async (context, { path }) => alertView(await alertWith(context, path.alertId)),

  alertDeliveryResend: async (context, { path, found }) => {
    const row = await alertWith(context, path.alertId)
    if (!subscriptionsOf(found.row).some((subscription) => matchesClass(subscription, row.class)))
      throw invalidRequest(`the receiver is not subscribed to the class ${row.class}`).at(
        'receiver',
        'not_allowed',
      )
    const [id] = await addDeliveries(context, [{ alert: row, receiverId: found.row.id }], 'resend')
    return { deliveryId: id! }
  },

  alertCount: async ({ db }) => {
    const some = db
      .selectFrom('alert')
      .select('id')
      .where('cause', 'is not', null)
      .limit(MAX_COUNTED_ALERTS + 1)
    const { count } = await db
      .selectFrom(some.as('counted'))
      .select((select) => select.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return {
      count: Math.min(Number(count), MAX_COUNTED_ALERTS),
      isCapped: Number(count) > MAX_COUNTED_ALERTS,
    }
  },

  alertDeliveryListByAlert: async (context, { path, query }) => {
    const { id } = await alertWith(context, path.alertId)
    const deliveries = context.db
      .selectFrom('alert_delivery')
      .selectAll()
      .select('time_started as time_created')
      .where('alert_id', '=', id)
    const { page, keys } = byTime(query, 'time_started')
    const { rows, nextPage } = await takePage(deliveries, page, keys, (row) => row.id)
    return { items: rows.map(deliveryView), nextPage }
  },
})

const SORT = 'name_ascending'

/** @throws ApiError 404. */
async function alertWith({ db }: Context, id: string): Promise<AlertRow> {
  const row = await db.selectFrom('alert').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('alert', { id })
  return row
}
