import { expect, test } from 'vitest'
import { requestText } from './request-text.ts'

const alert = {
  version: 2,
  payload: { message: 'Instance web failed', instanceId: '77c1', someBytes: 3 },
  timeCreated: new Date('2026-11-29T08:00:00Z'),
}
const delivery = {
  id: 'b2d4',
  alertClass: 'instance.failed',
  alertId: '0f8a',
  receiverId: '5a10',
  trigger: 'alert' as const,
}
const attempt = { timeSent: new Date('2026-11-29T08:01:00Z') }
const textOf = (endpoint: string, template: string | null | undefined) =>
  requestText({ kind: { endpoint, template } }, alert, delivery, attempt)

test.each([null, undefined])('a program gets the payload with the names of the wire', (template) => {
  const { headers, body } = textOf('https://pager.example', template)
  expect(headers.split('\n')).toEqual([
    'content-type: application/json',
    'x-granary-alert-id: 0f8a',
    'x-granary-alert-class: instance.failed',
    'x-granary-alert-version: 2',
    'x-granary-delivery-id: b2d4',
    'x-granary-receiver-id: 5a10',
    'x-granary-timestamp: 2026-11-29T08:01:00.000Z',
    'x-granary-signature: a=sha256&id=SECRET_ID&s=HEX',
  ])
  expect(JSON.parse(body)).toEqual({
    alert_class: 'instance.failed',
    alert_version: 2,
    alert_id: '0f8a',
    data: { message: 'Instance web failed', instance_id: '77c1', some_bytes: 3 },
    delivery: { id: 'b2d4', receiver_id: '5a10', sent_at: '2026-11-29T08:01:00.000Z', trigger: 'alert' },
  })
})

test('a chat system gets its template', () => {
  const { body } = textOf('https://chat.example', '{"text": "{{message}} at {{time}}"}')
  expect(JSON.parse(body)).toEqual({ text: 'Instance web failed at 2026-11-29T08:00:00.000Z' })
})

test('people get mail', () => {
  const { headers, body } = textOf('mailto:ops@example.com', null)
  expect(headers).toMatch(
    /^to: ops@example\.com\nsubject: \[Granary\] Instance web failed\nx-granary-alert-id: /,
  )
  expect(headers).not.toContain('signature')
  expect(body).toContain('"instance_id": "77c1"')
})
