import { row, type Row, type Rows } from './rows.ts'

const ofAlert: Row['request'] = ({ idOf, of }) => ({
  path: { alertId: idOf('alert') },
  query: { receiver: of('receiver') },
})
const ofReceiver =
  (body?: unknown, path: Record<string, string> = {}): Row['request'] =>
  ({ of }) => ({ path: { receiver: of('receiver'), ...path }, body })
const forReceiver =
  (body?: unknown): Row['request'] =>
  ({ of }) => ({ query: { receiver: of('receiver') }, body })

/** Alerts and what gets them. */
export const alertRows = {
  alertClassList: row('fleetRead'),
  alertList: row('fleetRead'),
  alertView: row('fleetRead', ({ idOf }) => ({ path: { alertId: idOf('alert') } })),
  alertDeliveryResend: row('fleetAdmin', ofAlert),
  alertCount: row('fleetRead'),
  alertDeliveryListByAlert: row('fleetRead', ({ idOf }) => ({ path: { alertId: idOf('alert') } })),
  alertReceiverList: row('fleetRead'),
  alertReceiverView: row('fleetRead', ofReceiver()),
  alertReceiverDelete: row('fleetAdmin', ofReceiver()),
  alertDeliveryList: row('fleetRead', ofReceiver()),
  alertReceiverProbe: row('fleetAdmin', ofReceiver()),
  alertReceiverSubscriptionAdd: row('fleetAdmin', ofReceiver({ subscription: 'instance.**' })),
  alertReceiverSubscriptionRemove: row('fleetAdmin', ofReceiver(undefined, { subscription: 'update.*' })),
  alertSettingsView: row('fleetRead'),
  webhookReceiverCreate: row('fleetAdmin', () => ({
    body: {
      name: `r-${crypto.randomUUID().slice(0, 8)}`,
      description: '',
      endpoint: 'https://alerts.example/other',
      secrets: [],
    },
  })),
  webhookReceiverUpdate: row('fleetAdmin', ofReceiver({ description: 'new' })),
  webhookSecretsList: row('fleetRead', forReceiver()),
  webhookSecretsAdd: row('fleetAdmin', forReceiver({ secret: 'another' })),
  webhookSecretsDelete: row('fleetAdmin', ({ idOf }) => ({ path: { secretId: idOf('secret') } })),
} satisfies Rows
