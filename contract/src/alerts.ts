import { ALERT_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { filteredBy } from './list-filter.ts'
import { z } from 'zod'
import { extraInput } from './extension.ts'
import { on, onFleet } from './needs.ts'
import { family, get, post } from './operation.ts'
import { NameOrId, OffsetTimestamp, paged, pageOf, paginated, TimeAndIdSortMode, Uuid } from './scalars.ts'
import { AlertSubscription, AlertClass, AlertDelivery, Alert } from './schemas/alerts.ts'

/** Number of unresolved alerts up to which they are counted. */
export const MAX_COUNTED_ALERTS = 1_000

const AlertCount = z
  .object({
    count: z.int().min(0).meta({ description: 'Alerts that need attention' }),
    isCapped: z.boolean().meta({ description: 'Whether there are more than counted' }),
  })
  .meta({ id: 'AlertCount' })

const ofReceiver = { receiver: NameOrId.meta({ description: 'Name or ID of the receiver' }) }
export const alerts = family('system/alerts', {
  alertClassList: get('/v1/alert-classes', {
    summary: 'List alert classes',
    description: 'Lists the classes that a receiver can subscribe to, by name.',
    needs: onFleet('read'),
    shows: [],
    columns: ['name', 'version', 'description'],
    query: {
      ...paged,
      filter: AlertSubscription.optional().meta({
        description: 'Only classes that this class or glob matches',
      }),
    },
    response: pageOf(AlertClass).meta({ id: 'AlertClassResultsPage' }),
  }),
  alertList: get('/v1/alerts', {
    summary: 'List alerts',
    description: 'Lists alerts by the time when they were raised.',
    needs: onFleet('read'),
    shows: ['alert'],
    columns: ['timeCreated', 'class', 'message', 'isUnresolved', 'timeResolved', 'id'],
    query: {
      alertClass: AlertSubscription.nullish().meta({
        description: 'Only alerts of classes that this class or glob matches',
      }),
      startTime: OffsetTimestamp.nullish().meta({ description: 'Only alerts raised at this time or later' }),
      endTime: OffsetTimestamp.nullish().meta({ description: 'Only alerts raised at this time or earlier' }),
      unresolved: extraInput(z.boolean().meta({ description: 'Only alerts that need attention' })),
      ...filteredBy(ALERT_FIELDS),
      ...paginated(TimeAndIdSortMode),
    },
    response: pageOf(Alert).meta({ id: 'AlertResultsPage' }),
  }),
  alertView: get('/v1/alerts/{alertId}', {
    summary: 'Fetch alert',
    description: 'Finds an alert by its ID.',
    needs: onFleet('read'),
    shows: ['alert'],
    params: { alertId: Uuid.meta({ description: 'ID of the alert' }) },
    response: Alert,
  }),
  alertDeliveryResend: post('/v1/alerts/{alertId}/resend', {
    summary: 'Send alert again',
    description:
      'Starts another delivery to a receiver, which has to be subscribed to the class of the alert.',
    needs: on('alert-receiver', 'modify'),
    changes: ['alert-receiver'],
    params: { alertId: Uuid.meta({ description: 'ID of the alert' }) },
    query: ofReceiver,
    response: z
      .object({ deliveryId: Uuid.meta({ description: 'ID of the new delivery' }) })
      .meta({ id: 'AlertDeliveryId' }),
  }),
  alertCount: get('/experimental/v1/system/alert-count', {
    summary: 'Count unresolved alerts',
    description: `Counts the alerts that need attention, up to ${MAX_COUNTED_ALERTS}.`,
    needs: onFleet('read'),
    shows: ['alert'],
    response: AlertCount,
  }),
  alertDeliveryListByAlert: get('/experimental/v1/alerts/{alertId}/deliveries', {
    summary: 'List deliveries of alert',
    description: 'Lists the deliveries of one alert to all receivers, by the time when they were requested.',
    needs: onFleet('read'),
    shows: ['alert-receiver', 'alert'],
    columns: ['timeStarted', 'receiverId', 'state', 'trigger', 'id'],
    params: { alertId: Uuid.meta({ description: 'ID of the alert' }) },
    query: paginated(TimeAndIdSortMode),
    response: pageOf(AlertDelivery).meta({ id: 'AlertDeliveriesOfAlertResultsPage' }),
  }),
})
