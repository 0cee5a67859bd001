import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Alerting, openAlerting } from '../../test/alerting.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { clear, raise, raiseLasting } from '../shared/alerts/raise.ts'
import { deliverTo } from './deliver.ts'

let alerting: Alerting
beforeAll(async () => {
  alerting = await openAlerting()
})
afterAll(() => alerting.world.close())

const ask: Alerting['world']['ask'] = (...given) => alerting.world.ask(...given)
const webhook = (name: string, more: object = {}) => ({
  name,
  description: '',
  endpoint: `https://${name}.example/hook`,
  secrets: ['hush'],
  ...more,
})
const create = (name: string, more?: object) => ask('POST', '/v1/webhook-receivers', webhook(name, more))
const never = new AbortController().signal
const raiseEnds = async (count: number) => {
  for (let at = 0; at < count; at++)
    await inTransaction(systemContext(alerting.world.services, 'test'), (context) =>
      raise(context, 'update.ended', { subject: null, payload: { message: `end ${at}`, version: `${at}` } }),
    )
}

test('a receiver is created, changed and deleted, and its secrets are never shown', async () => {
  const { status, body } = await create('first', {
    subscriptions: ['update.*', 'instance.failed', 'update.*'],
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(String),
    name: 'first',
    description: '',
    time_created: expect.any(String),
    time_modified: expect.any(String),
    endpoint: 'https://first.example/hook',
    secrets: [{ id: expect.any(String), time_created: expect.any(String) }],
    subscriptions: ['instance.failed', 'update.*'],
    template: null,
  })
  const { endpoint, secrets, template, ...rest } = body
  const seen = {
    ...rest,
    kind: { kind: 'webhook', endpoint, secrets, template },
    last_result: null,
    time_last_attempt: null,
  }
  expect((await ask('GET', '/v1/alert-receivers/first')).body).toEqual(seen)
  expect((await ask('GET', `/v1/alert-receivers/${body.id}`)).body).toEqual(seen)
  expect((await ask('GET', '/v1/alert-receivers')).body.items).toEqual([seen])
  const changed = await ask('PUT', '/v1/webhook-receivers/first', {
    name: 'second',
    endpoint: 'https://elsewhere.example',
  })
  expect([changed.status, changed.body]).toEqual([204, null])
  const after = (await ask('GET', '/v1/alert-receivers/second')).body
  expect(after).toMatchObject({ id: body.id, kind: { endpoint: 'https://elsewhere.example' } })
  const logged = await alerting.world.services.db
    .selectFrom('change_log')
    .select(['before', 'after'])
    .where('kind', '=', 'alert-receiver')
    .execute()
  expect(logged).toHaveLength(2)
  expect(JSON.stringify(logged)).not.toContain('hush')
  expect((await ask('DELETE', '/v1/alert-receivers/second')).status).toBe(204)
  expect((await ask('GET', '/v1/alert-receivers/second')).status).toBe(404)
})

test('refuses a wrong endpoint, an unknown class, a taken name, and too much', async () => {
  await create('taken')
  const refusals = [
    [
      { endpoint: 'http://10.0.0.1' },
      'endpoint',
      'unsupported value for "endpoint": must begin with https://',
    ],
    [
      { subscriptions: ['update.*', 'nothing'] },
      'subscriptions[1]',
      /for "alert_class": there is no class "nothing"/,
    ],
    [{ subscriptions: ['probe'] }, 'subscriptions[0]', /there is no class "probe"/],
    [{ subscriptions: ['a..b'] }, 'subscriptions[0]', /must be words/],
    [{ secrets: [''] }, 'secrets[0]', /./],
    [{ secrets: ['x'.repeat(257)] }, 'secrets[0]', /./],
    [{ secrets: Array.from({ length: 9 }, () => 'x') }, 'secrets', /./],
    [{ endpoint: 'mailto:ops' }, 'endpoint', /must be one e-mail address/],
    [{ template: '{"text": {{message}}}' }, 'template', /must be JSON/],
    [{ template: '{"text": "{{nothing}}"}' }, 'template', /has no placeholder \{\{nothing\}\}/],
    [{ template: JSON.stringify({ text: 'x'.repeat(4_096) }) }, 'template', /at most 4096/],
    [
      { endpoint: 'mailto:ops@example.com', template: '{"text": "{{message}}"}' },
      'template',
      /a receiver of mail has no template/,
    ],
    [{ name: 'taken' }, 'name', /already exists/],
  ] as const
  for (const [more, path, message] of refusals) {
    const { status, body } = await create('refused', more)
    expect([status, body.problems?.[0]?.path ?? path, more]).toEqual([400, path, more])
    expect(body.message).toMatch(message)
  }
  for (let at = 1; at < 64; at++) expect((await create(`many-${at}`)).status).toBe(201)
  expect((await create('one-more')).body.message).toBe(
    'limit reached: the fleet may have at most 64 alert receivers; delete one that is no longer used',
  )
  for (let at = 1; at < 64; at++) await ask('DELETE', `/v1/alert-receivers/many-${at}`)
})

test('a template is changed, taken away, and refused for mail', async () => {
  const template = '{"text": "{{message}}"}'
  const at = '/v1/webhook-receivers/chat'
  expect((await create('chat', { template, secrets: [] })).body.template).toBe(template)
  const now = async () => (await ask('GET', '/v1/alert-receivers/chat')).body.kind.template
  expect((await ask('PUT', at, { description: 'for people' })).status).toBe(204)
  expect(await now()).toBe(template)
  const mail = { endpoint: 'mailto:ops@example.com' }
  expect((await ask('PUT', at, mail)).body.message).toMatch(/a receiver of mail has no template/)
  expect((await ask('PUT', at, { ...mail, template: null })).status).toBe(204)
  expect(await now()).toBeNull()
  expect((await ask('PUT', at, { template })).status).toBe(400)
})

test('a receiver whose address the settings no longer allow can be renamed, but not moved to another such address', async () => {
  await create('left-behind')
  const { endpoint } = webhook('left-behind')
  const sender = alerting.world.services.alertSender!
  const refuse = vi.spyOn(sender, 'endpointProblem').mockReturnValue('needs a setting of the server')
  onTestFinished(() => refuse.mockRestore())
  const change = (body: object) => ask('PUT', '/v1/webhook-receivers/left-behind', body)
  expect((await change({ description: 'kept', endpoint })).status).toBe(204)
  expect((await change({ endpoint: 'https://other.example/hook' })).body.message).toMatch(/needs a setting/)
})

test('the settings say why no mail is sent, and nothing where it is', async () => {
  const settings = async () => (await ask('GET', '/experimental/v1/system/alert-settings')).body
  expect(await settings()).toEqual({ mail_problem: null })
  const sender = alerting.world.services.alertSender!
  const refuse = vi.spyOn(sender, 'endpointProblem').mockReturnValue('needs an SMTP server')
  onTestFinished(() => refuse.mockRestore())
  expect(await settings()).toEqual({ mail_problem: 'Needs an SMTP server' })
})

test('a subscription is added once, and removed by its text', async () => {
  await create('subscribed')
  const at = '/v1/alert-receivers/subscribed/subscriptions'
  for (const subscription of ['instance.**', 'update.ended', 'instance.**']) {
    const added = await ask('POST', at, { subscription })
    expect([added.status, added.body]).toEqual([201, { subscription }])
  }
  const all = async () => (await ask('GET', '/v1/alert-receivers/subscribed')).body.subscriptions
  expect(await all()).toEqual(['instance.**', 'update.ended'])
  expect((await ask('POST', at, { subscription: 'no.such' })).body.message).toMatch(
    /^unsupported value for "alert_class"/,
  )
  expect((await ask('DELETE', `${at}/${encodeURIComponent('instance.**')}`)).status).toBe(204)
  expect((await ask('DELETE', `${at}/instance.**`)).status).toBe(404)
  expect(await all()).toEqual(['update.ended'])
})

test('a secret is replaced without a gap', async () => {
  const { body: receiver } = await create('rotating')
  const added = await ask('POST', '/v1/webhook-secrets?receiver=rotating', { secret: 'newer' })
  expect([added.status, Object.keys(added.body)]).toEqual([201, ['id', 'time_created']])
  const list = async () => (await ask('GET', '/v1/webhook-secrets?receiver=rotating')).body.secrets
  expect(await list()).toEqual([receiver.secrets[0], added.body])
  expect((await ask('DELETE', `/v1/webhook-secrets/${receiver.secrets[0].id}`)).status).toBe(204)
  expect((await ask('DELETE', `/v1/webhook-secrets/${receiver.secrets[0].id}`)).status).toBe(404)
  expect(await list()).toEqual([added.body])
  for (let at = 1; at < 8; at++)
    await ask('POST', '/v1/webhook-secrets?receiver=rotating', { secret: `${at}` })
  expect((await ask('POST', '/v1/webhook-secrets?receiver=rotating', { secret: 'x' })).body.message).toMatch(
    /at most 8/,
  )
})

test('a probe says what the other side said, and may send again what failed', async () => {
  const { receiver, clock, deliveries } = alerting
  const { body } = await create('probed', { subscriptions: ['update.**'] })
  receiver.answers.set('probed.example', async () => ({ status: 503, durationMs: 7, excerpt: 'closed' }))
  await raiseEnds(3)
  for (const wait of [0, 60_000, 300_000]) {
    await clock.advance(wait)
    await deliverTo(alerting.world.services, body.id, never)
  }
  expect(await deliveries('probed', '&failed=true')).toHaveLength(3)
  const failed = await ask('POST', '/v1/alert-receivers/probed/probe?resend=true')
  expect([failed.status, failed.body.resends_started]).toEqual([200, null])
  expect(failed.body.probe).toMatchObject({
    alert_class: 'probe',
    state: 'failed',
    trigger: 'probe',
    attempts: { webhook: [{ result: 'failed_http_error', response: { status: 503, excerpt: 'closed' } }] },
  })
  receiver.answers.clear()
  const plain = await ask('POST', '/v1/alert-receivers/probed/probe')
  expect([plain.body.probe.state, plain.body.resends_started]).toEqual(['delivered', null])
  const again = await ask('POST', '/v1/alert-receivers/probed/probe?resend=true')
  expect(again.body.resends_started).toBe(3)
  expect((await ask('POST', '/v1/alert-receivers/probed/probe?resend=true')).body.resends_started).toBe(0)
  await deliverTo(alerting.world.services, body.id, never)
  expect(await deliveries('probed', '&delivered=true')).toMatchObject([
    { trigger: 'resend' },
    { trigger: 'resend' },
    { trigger: 'resend' },
  ])
  await ask('DELETE', `/v1/webhook-secrets/${body.secrets[0].id}`)
  const mute = await ask('POST', '/v1/alert-receivers/probed/probe')
  expect([mute.status, mute.body.message]).toEqual([400, 'the receiver has no secret to sign with'])
})

test('mail and a chat system need no secret, and their test says what it is', async () => {
  const { receiver } = alerting
  await create('mailed', { endpoint: 'mailto:ops@example.com', secrets: [] })
  const template = '{"text": "{{message}} ({{class}})"}'
  await create('chatted', { template, secrets: [] })
  const probe = async (name: string) => (await ask('POST', `/v1/alert-receivers/${name}/probe`)).body.probe
  expect(await probe('mailed')).toMatchObject({
    state: 'delivered',
    attempts: { webhook: [{ result: 'succeeded', response: { status: 250, excerpt: '250 queued' } }] },
  })
  expect(receiver.mails.at(-1)).toMatchObject({
    to: 'ops@example.com',
    subject: '[Granary] This is a test of a receiver of alerts',
  })
  expect((await probe('chatted')).state).toBe('delivered')
  expect(JSON.parse(receiver.received.at(-1)!.body)).toEqual({
    text: 'This is a test of a receiver of alerts (probe)',
  })
})

test('an alert is sent again to a receiver that is subscribed to it', async () => {
  await create('late', { subscriptions: ['update.ended'] })
  await create('deaf')
  const [alert] = await alerting.alerts()
  const resend = (receiver: string) => ask('POST', `/v1/alerts/${alert.id}/resend?receiver=${receiver}`)
  const { status, body } = await resend('late')
  expect([status, await alerting.deliveries('late')]).toMatchObject([
    201,
    [{ id: body.delivery_id, alert_id: alert.id, state: 'pending', trigger: 'resend' }],
  ])
  expect((await resend('deaf')).body.message).toBe('the receiver is not subscribed to the class update.ended')
  expect((await ask('POST', `/v1/alerts/${crypto.randomUUID()}/resend?receiver=late`)).status).toBe(404)
})

test('lists deliveries and alerts in pages, in both orders', async () => {
  const pages = async (path: string) => {
    const ids: string[] = []
    let query = ''
    for (;;) {
      const { body } = await ask('GET', `${path}limit=2${query}`)
      if (body.items.length === 0) return ids
      ids.push(...body.items.map(({ id }: { id: string }) => id))
      query = `&page_token=${body.next_page}`
    }
  }
  for (const path of ['/v1/alerts?', '/v1/alert-receivers/probed/deliveries?']) {
    const oldest = await pages(path)
    expect(oldest.length).toBeGreaterThan(2)
    expect(new Set(oldest).size).toBe(oldest.length)
    expect(await pages(`${path}sort_by=time_and_id_descending&`)).toEqual(oldest.toReversed())
  }
})

test('alerts are found by class, glob, time and state', async () => {
  const { clock } = alerting
  await clock.advance(1_000)
  const from = clock.now().toISOString()
  await raiseEnds(1)
  const count = async (query: string) => (await alerting.alerts(query)).length
  expect(await count(`&start_time=${from}&end_time=${from}`)).toBe(1)
  expect(await count(`&start_time=${from}&alert_class=update.*`)).toBe(1)
  expect(await count(`&start_time=${from}&alert_class=instance.**`)).toBe(0)
  expect(await count(`&start_time=${from}&unresolved=true`)).toBe(0)
  expect(await count('&alert_class=gone.class')).toBe(0)
  const [alert] = await alerting.alerts(`&start_time=${from}`)
  expect((await ask('GET', `/v1/alerts/${alert.id}`)).body).toEqual(alert)
  const old = (
    await ask('GET', `/v1/alerts/${alert.id}`, undefined, undefined, { 'api-version': '2026081901.0.0' })
  ).body
  const { payload, ...same } = alert
  expect(old).toEqual({ ...same, alert: payload })
})

test('lists the classes with the schemas of their payloads, in pages', async () => {
  const { body } = await ask('GET', '/v1/alert-classes?filter=hardware.**&limit=1')
  expect(body.items).toMatchObject([
    {
      name: 'hardware.disk.unreachable',
      version: 1,
      lasts: true,
      payload_schema: { type: 'object', properties: { disk_id: { type: 'string', format: 'uuid' } } },
    },
  ])
  const next = await ask('GET', `/v1/alert-classes?limit=100&page_token=${body.next_page}`)
  expect(next.body.items.map(({ name }: { name: string }) => name)).toEqual([
    'hardware.disk.unreachable.resolved',
    'hardware.sled.unreachable',
    'hardware.sled.unreachable.resolved',
    'hardware.switch.unreachable',
    'hardware.switch.unreachable.resolved',
  ])
  const all = (await ask('GET', '/v1/alert-classes?limit=1000')).body.items
  expect(all.map(({ name }: { name: string }) => name)).not.toContain('probe')
})

test('counts the alerts that need attention', async () => {
  const system = systemContext(alerting.world.services, 'test')
  const count = async () => (await ask('GET', '/experimental/v1/system/alert-count')).body
  const before = await count()
  expect(before.is_capped).toBe(false)
  const fail = (id: string) =>
    inTransaction(system, (context) =>
      raiseLasting(context, 'data_folder.nearly_full', {
        subject: { kind: 'server', id, name: id, siloId: null },
        payload: { message: `${id} is nearly full`, is_full: false },
      }),
    )
  const [a, b] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const each of [a, b, a]) await fail(each)
  expect((await count()).count).toBe(before.count + 2)
  await raiseEnds(1)
  expect((await count()).count).toBe(before.count + 2)
  await inTransaction(system, (context) => clear(context, 'data_folder.nearly_full', { subject: { id: a } }))
  // It may come back soon.
  expect((await count()).count).toBe(before.count + 2)
})

test('lists the deliveries of one alert to all receivers', async () => {
  await create('left', { subscriptions: ['update.ended'] })
  await create('right', { subscriptions: ['update.**'] })
  await raiseEnds(1)
  const [toLeft] = await alerting.deliveries('left')
  const path = `/experimental/v1/alerts/${toLeft.alert_id}/deliveries?limit=100`
  const listed = (await ask('GET', path)).body.items
  expect(new Set(listed.map((each: { alert_id: string }) => each.alert_id)).size).toBe(1)
  const [toRight] = await alerting.deliveries('right')
  expect(listed).toEqual(expect.arrayContaining([toLeft, toRight]))
  const missing = `/experimental/v1/alerts/${crypto.randomUUID()}/deliveries`
  expect((await ask('GET', missing)).status).toBe(404)
})
