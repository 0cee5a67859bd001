import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Alerting, openAlerting } from '../../test/alerting.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import type { MessageAnswer } from '../kit/base/messages.ts'
import { raise, raiseLasting } from '../shared/alerts/raise.ts'
import { deliverTo } from './deliver.ts'

const MINUTE = 60_000
let alerting: Alerting
beforeEach(async () => {
  alerting = await openAlerting()
})
afterEach(() => alerting.world.close())

const ID = '5e5eb0c1-9c63-4a2c-8c4e-4b0f6b6f3c11'
const raiseEnd = (version = '2.0.0') =>
  inTransaction(systemContext(alerting.world.services, 'test'), (context) =>
    raise(context, 'update.ended', {
      subject: { kind: 'target-release', id: ID, name: version, siloId: null },
      payload: { message: `The update to ${version} has ended`, version },
    }),
  )
const never = new AbortController().signal
const deliver = (id: string) => deliverTo(alerting.world.services, id, never)
const status = (code: number) => async () => ({ status: code, durationMs: 5, excerpt: 'what it said' })

test('sends what subscribed receivers get, signed with every secret', async () => {
  const { world, subscribe, receiver, deliveries, alerts } = alerting
  const hook = await subscribe('hook', 'update.*')
  const other = await subscribe('other', 'instance.**')
  await world.ask('POST', '/v1/webhook-secrets?receiver=hook', { secret: 'newer' })
  const { secrets } = (await world.ask('GET', '/v1/webhook-secrets?receiver=hook')).body
  await raiseEnd()
  await deliver(hook.id)
  await deliver(other.id)
  const [alert] = await alerts()
  const [delivery] = await deliveries('hook')
  expect(receiver.received).toHaveLength(1)
  const { url, headers, body } = receiver.received[0]!
  expect(url).toBe('https://hook.example/hook')
  const sent_at = alerting.clock.now().toISOString()
  expect(JSON.parse(body)).toEqual({
    alert_class: 'update.ended',
    alert_version: 1,
    alert_id: alert.id,
    data: { message: 'The update to 2.0.0 has ended', version: '2.0.0' },
    delivery: { id: delivery.id, receiver_id: hook.id, sent_at, trigger: 'alert' },
  })
  const signed = (secret: string) => createHmac('sha256', secret).update(body).digest('hex')
  expect(headers).toEqual({
    'content-type': 'application/json',
    'x-granary-alert-id': alert.id,
    'x-granary-alert-class': 'update.ended',
    'x-granary-alert-version': '1',
    'x-granary-delivery-id': delivery.id,
    'x-granary-receiver-id': hook.id,
    'x-granary-timestamp': sent_at,
    'x-granary-signature': [
      `a=sha256&id=${secrets[0].id}&s=${signed('secret of hook')}`,
      `a=sha256&id=${secrets[1].id}&s=${signed('newer')}`,
    ],
  })
  expect(delivery).toMatchObject({
    state: 'delivered',
    trigger: 'alert',
    time_next_attempt: null,
    attempts: { webhook: [{ attempt: 1, result: 'succeeded', response: { status: 204 } }] },
  })
  expect(await deliveries('other')).toEqual([])
})

test('a template makes the body, which is signed as it is sent', async () => {
  const { world, clock, receiver } = alerting
  const made = await world.ask('POST', '/v1/webhook-receivers', {
    name: 'chat',
    description: '',
    endpoint: 'https://chat.example/hook',
    secrets: ['hush'],
    subscriptions: ['**'],
    template: '{ "text": "{{message}}", "at": ["{{class}} {{time}}"], "once": "{{delivery_id}}" }',
  })
  const raised = clock.now().toISOString()
  await raiseEnd('2.0.0" <!channel>')
  await clock.advance(1_000)
  await deliver(made.body.id)
  const [delivery] = await alerting.deliveries('chat')
  const { headers, body } = receiver.received[0]!
  expect(JSON.parse(body)).toEqual({
    text: 'The update to 2.0.0" ‹!channel› has ended',
    at: [`update.ended ${raised}`],
    once: delivery.id,
  })
  const signature = createHmac('sha256', 'hush').update(body).digest('hex')
  expect(headers['x-granary-signature']).toEqual([`a=sha256&id=${made.body.secrets[0].id}&s=${signature}`])
})

test('mail goes through the same attempts, each with the same ID', async () => {
  const { world, clock, receiver, deliveries } = alerting
  const endpoint = 'mailto:ops@example.com'
  const body = { name: 'people', description: '', endpoint, secrets: [], subscriptions: ['update.*'] }
  const made = await world.ask('POST', '/v1/webhook-receivers', body)
  receiver.answers.set('ops@example.com', async () => ({ status: 451, durationMs: 5, excerpt: '451 later' }))
  await raiseEnd()
  await deliver(made.body.id)
  receiver.answers.clear()
  await clock.advance(MINUTE)
  await deliver(made.body.id)
  const [delivery] = await deliveries('people')
  expect(delivery).toMatchObject({
    state: 'delivered',
    attempts: {
      webhook: [
        { result: 'failed_http_error', response: { status: 451, excerpt: '451 later' } },
        { result: 'succeeded', response: { status: 250 } },
      ],
    },
  })
  expect(receiver.received).toEqual([])
  expect(receiver.mails.map(({ id }) => id)).toEqual([delivery.id, delivery.id])
  expect(receiver.mails[1]).toMatchObject({
    to: 'ops@example.com',
    subject: '[Granary] The update to 2.0.0 has ended',
    text: expect.stringMatching(/^The update to 2\.0\.0 has ended\n\nClass: update\.ended\nRaised: /),
    headers: { 'auto-submitted': 'auto-generated', 'x-granary-alert-class': 'update.ended' },
  })
})

test('tries three times, after one minute and after five more, with the same ID', async () => {
  const { clock, subscribe, receiver, deliveries } = alerting
  receiver.answers.set('hook.example', status(500))
  const hook = await subscribe('hook', '**')
  await raiseEnd()
  const attempts = async () => {
    await deliver(hook.id)
    return receiver.received.length
  }
  expect(await attempts()).toBe(1)
  await clock.advance(MINUTE - 1)
  expect(await attempts()).toBe(1)
  await clock.advance(1)
  expect(await attempts()).toBe(2)
  expect((await deliveries('hook'))[0].state).toBe('pending')
  await clock.advance(5 * MINUTE - 1)
  expect(await attempts()).toBe(2)
  await clock.advance(1)
  expect(await attempts()).toBe(3)
  await clock.advance(60 * MINUTE)
  expect(await attempts()).toBe(3)
  const [delivery] = await deliveries('hook', '&failed=true')
  expect(delivery).toMatchObject({ state: 'failed', time_next_attempt: null })
  expect(delivery.attempts.webhook).toMatchObject(
    [1, 2, 3].map((attempt) => ({
      attempt,
      result: 'failed_http_error',
      response: { status: 500, excerpt: 'what it said' },
    })),
  )
  expect(new Set(receiver.received.map(({ headers }) => headers['x-granary-delivery-id']))).toEqual(
    new Set([delivery.id]),
  )
  expect(await deliveries('hook', '&pending=true&delivered=true')).toEqual([])
})

test('sends again, with the same ID, what a server that died had not noted', async () => {
  const { clock, subscribe, receiver, deliveries } = alerting
  const { promise: answered, resolve: answer } = Promise.withResolvers<MessageAnswer>()
  receiver.answers.set('hook.example', () => answered)
  const hook = await subscribe('hook', '**')
  await raiseEnd()
  const dead = deliver(hook.id)
  await expect.poll(() => receiver.received.length).toBe(1)
  receiver.answers.clear()
  await deliver(hook.id)
  expect(receiver.received).toHaveLength(1)
  await clock.advance(MINUTE)
  await deliver(hook.id)
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[1]!.headers['x-granary-delivery-id']).toBe(
    receiver.received[0]!.headers['x-granary-delivery-id'],
  )
  // What a server notes that was only slow counts no more.
  answer({ status: 500, durationMs: 5, excerpt: '' })
  await dead
  expect(await deliveries('hook')).toMatchObject([
    { state: 'delivered', attempts: { webhook: [{ attempt: 1, result: 'succeeded' }] } },
  ])
})

test('a server that stops notes what has arrived, and the rest is due again', async () => {
  const { subscribe, receiver, deliveries } = alerting
  const ending = new AbortController()
  let answers = 0
  receiver.answers.set('hook.example', async (signal) => {
    if (answers++ < 20) return { status: 204, durationMs: 5, excerpt: '' }
    ending.abort(new Error('the server stops'))
    throw signal.reason
  })
  const hook = await subscribe('hook', '**')
  for (let at = 0; at < 40; at++) await raiseEnd(`2.0.${at}`)
  await deliverTo(alerting.world.services, hook.id, ending.signal)
  expect(await deliveries('hook', '&delivered=true')).toHaveLength(20)
  receiver.answers.clear()
  receiver.received.length = 0
  await deliver(hook.id)
  expect(receiver.received).toHaveLength(20)
  expect(await deliveries('hook', '&delivered=true')).toHaveLength(40)
})

test('claims again what it could not begin in time', async () => {
  const { clock, subscribe, receiver, deliveries } = alerting
  const hook = await subscribe('hook', '**')
  for (let at = 0; at < 40; at++) await raiseEnd(`2.0.${at}`)
  const dueIn90Seconds = new Date(clock.now().getTime() + 90_000).toISOString()
  const late = Promise.withResolvers<void>()
  let answers = 0
  const claims: string[] = []
  receiver.answers.set('hook.example', async () => {
    const number = ++answers
    if (number === 16) void clock.advance(30_000).then(late.resolve)
    await late.promise
    if (number === 17)
      claims.push(...(await deliveries('hook')).map(({ time_next_attempt }) => time_next_attempt))
    return { failure: 'timeout', problem: 'late' }
  })
  await deliver(hook.id)
  expect(answers).toBe(40)
  expect(claims).toEqual(Array.from({ length: 40 }, () => dueIn90Seconds))
})

test('pauses between full batches, and ends in a pause', async () => {
  const { clock, subscribe, receiver } = alerting
  const hook = await subscribe('hook', '**')
  for (let at = 0; at < 300; at++) await raiseEnd(`2.0.${at}`)
  const ending = new AbortController()
  const timers = vi.spyOn(clock, 'setTimer')
  const pauses = () => timers.mock.calls.filter(([ms]) => ms === 400).length
  const lane = deliverTo(alerting.world.services, hook.id, ending.signal)
  // A pause begins once the answers are stored.
  await expect.poll(pauses).toBe(1)
  expect(receiver.received).toHaveLength(128)
  await clock.advance(399)
  expect(receiver.received).toHaveLength(128)
  await clock.advance(1)
  await expect.poll(pauses).toBe(2)
  expect(receiver.received).toHaveLength(256)
  expect(await alerting.deliveries('hook', '&delivered=true')).toHaveLength(256)
  ending.abort(new Error('the server stops'))
  await lane
  expect(receiver.received).toHaveLength(256)
})

test('no delivery is sent twice at once, by any number of servers', async () => {
  const { subscribe, receiver, deliveries } = alerting
  const hook = await subscribe('hook', '**')
  for (let at = 0; at < 40; at++) await raiseEnd(`2.0.${at}`)
  await Promise.all([deliver(hook.id), deliver(hook.id), deliver(hook.id)])
  expect(receiver.received).toHaveLength(40)
  expect(new Set(receiver.received.map(({ headers }) => headers['x-granary-delivery-id'])).size).toBe(40)
  expect((await deliveries('hook', '&delivered=true')).length).toBe(40)
})

test('what cannot be reached or does not answer in time is said', async () => {
  const { subscribe, receiver, deliveries, world } = alerting
  receiver.answers.set('away.example', async () => ({ failure: 'unreachable', problem: 'refused' }))
  receiver.answers.set('slow.example', async () => ({ failure: 'timeout', problem: 'late' }))
  const away = await subscribe('away', '**')
  const slow = await subscribe('slow', '**')
  const mute = await subscribe('mute', '**')
  await world.ask('DELETE', `/v1/webhook-secrets/${mute.secrets[0].id}`)
  await raiseEnd()
  for (const { id } of [away, slow, mute]) await deliver(id)
  const firstOf = async (name: string) => (await deliveries(name))[0].attempts.webhook[0]
  expect(await firstOf('away')).toMatchObject({
    result: 'failed_unreachable',
    response: null,
    problem: 'refused',
  })
  expect(await firstOf('slow')).toMatchObject({ result: 'failed_timeout', problem: 'late' })
  expect(await firstOf('mute')).toMatchObject({ problem: 'the receiver has no secret to sign with' })
  const { body } = await world.ask('GET', '/v1/alert-receivers/slow')
  expect([body.last_result, body.time_last_attempt]).toEqual([
    'failed_timeout',
    alerting.clock.now().toISOString(),
  ])
})

test('a cause that goes on raises one alert, also when two servers find it', async () => {
  const { alerts, world } = alerting
  const raiseFull = () =>
    inTransaction(systemContext(world.services, 'test'), (context) =>
      raiseLasting(context, 'data_folder.nearly_full', {
        subject: null,
        payload: { message: 'nearly full', is_full: false },
      }),
    )
  await Promise.all([raiseFull(), raiseFull(), raiseFull()])
  expect(await alerts()).toMatchObject([{ class: 'data_folder.nearly_full', is_unresolved: true }])
})
