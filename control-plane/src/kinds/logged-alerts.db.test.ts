import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantToken } from '../../test/devices.ts'
import { expectLogged, expectRemoved } from '../../test/logged.ts'
import { openLogged, requestsTo } from '../../test/logged-world.ts'
import { requestWebhooks } from '../../test/recording-receiver.ts'
import type { World } from '../../test/world.ts'

let world: World
const { ask, get } = requestsTo(() => world)
beforeAll(async () => {
  world = await openLogged()
  world.services.alertSender = requestWebhooks(world.services.clock).alertSender
})
afterAll(() => world.close())

test('a receiver of alerts', async () => {
  const webhook = {
    name: 'pager',
    description: '',
    endpoint: 'https://alerts.example/pager',
    secrets: ['first'],
    subscriptions: ['instance.*'],
  }
  const created = await ask('POST', '/v1/webhook-receivers', webhook)
  const { id } = created.body
  const subject = { kind: 'alert-receiver', id, read: () => get(`/v1/alert-receivers/${id}`) }
  await expectLogged(world, subject, 'created', created)
  const change = { name: 'beeper', endpoint: 'https://alerts.example/beeper' }
  await expectLogged(world, subject, 'updated', await ask('PUT', `/v1/webhook-receivers/${id}`, change))
  const before = await subject.read()
  await expectRemoved(world, subject, before, await ask('DELETE', `/v1/alert-receivers/${id}`))
})

test('an alert', async () => {
  await grantToken(world, await world.signIn('admin', 'secret'))
  const alerts = await ask('GET', '/v1/alerts?alert_class=credential.created')
  expect(alerts.body.items).toHaveLength(1)
  const { id } = alerts.body.items[0]
  await expectLogged(world, { kind: 'alert', id, read: () => get(`/v1/alerts/${id}`) }, 'created', alerts)
})
