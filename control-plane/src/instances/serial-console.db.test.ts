import { DriverError } from '@granary/compute/driver-error.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { livingInstances, type Made } from '../../test/living-instances.ts'

const life = livingInstances()
const { create, pass, wait } = life

describe('the serial console', () => {
  const history = (one: Made, query: string) => life.world.ask('GET', `${one.path}/serial-console?${query}`)

  test('returns its output since boot, from either end, in parts', async () => {
    const one = await create()
    await pass(one, 'running')
    await wait(20_000, 1_000)
    const { status, body } = await history(one, 'from_start=0')
    expect(status).toBe(200)
    expect(body.last_byte_offset).toBe(body.data.length)
    expect(body.data.length).toBeGreaterThan(20)
    const part = (await history(one, 'from_start=5&max_bytes=7')).body
    expect(part).toEqual({ data: body.data.slice(5, 12), first_byte_offset: 5, last_byte_offset: 12 })
    const end = (await history(one, 'most_recent=10')).body
    const last = body.last_byte_offset as number
    expect(end).toEqual({
      data: body.data.slice(-10),
      first_byte_offset: last - 10,
      last_byte_offset: last,
    })
  })

  test('requires one end to start from, and refuses invalid ranges', async () => {
    const one = await create()
    await pass(one, 'running')
    for (const query of ['', 'from_start=0&most_recent=1', 'from_start=99999999'])
      expect(await history(one, query)).toMatchObject({ status: 400, body: { error_code: 'InvalidRequest' } })
    for (const query of ['from_start=-1', 'most_recent=x'])
      expect((await history(one, query)).body.message).toMatch(/^unable to parse query string: /)
  })

  test('answers 503 when the driver does not respond', async () => {
    const one = await create()
    await pass(one, 'running')
    const { compute } = life.world.services
    const serial = compute.serial.bind(compute)
    onTestFinished(() => void (compute.serial = serial))
    const lost = () => Promise.reject(new DriverError('unreachable', 'sled 3 of rack 9 is silent'))
    compute.serial = () => ({ history: lost, connect: lost })
    expect(await history(one, 'from_start=0')).toMatchObject({
      status: 503,
      body: {
        error_code: 'ServiceNotAvailable',
        message: 'the serial console does not answer at present; try again',
      },
    })
  })

  test('answers a plain request with an upgrade error, since the stream is a websocket', async () => {
    const one = await create({ start: false })
    const answer = await life.world.ask('GET', `${one.path}/serial-console/stream`)
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'this path is a websocket: ask with an upgrade' },
    })
  })

  test('refuses callers without a session', async () => {
    const open = (path: string, cookie = '') =>
      life.world.controlPlane.openSerial(new Request(`http://test${path}`, { headers: { cookie } }))
    const one = await create()
    await expect(open(`${one.path}/serial-console/stream`)).rejects.toMatchObject({ status: 401 })
    const cookie = await life.world.signIn('admin', 'secret')
    await expect(
      open(`/v1/instances/${crypto.randomUUID()}/serial-console/stream`, cookie),
    ).rejects.toMatchObject({ status: 404 })
    await expect(open('/v1/instances', cookie)).rejects.toMatchObject({ status: 404 })
    await expect(open('/v1/instances/%zz/serial-console/stream', cookie)).rejects.toMatchObject({
      status: 400,
    })
  })
})
