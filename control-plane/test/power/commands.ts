import fc from 'fast-check'
import { type Command, exists, type Model, step } from './step.ts'
import type { UnsteadyCloud } from './unsteady-cloud.ts'
import type { Link, Trouble } from './unsteady-driver.ts'
import * as expected from './expected.ts'

const start = step(
  'start',
  async (cloud, model) => {
    const before = (await cloud.shown())!
    if ((await cloud.act('start')) !== 202) return
    expected.started(model, before)
    await expected.checkWanted('running', cloud)
  },
  exists,
)
const stop = step(
  'stop',
  async (cloud, model) => {
    if ((await cloud.act('stop')) !== 202) return
    expected.stopped(model)
    await expected.checkWanted('stopped', cloud)
  },
  exists,
)
const reboot = step(
  'reboot',
  async (cloud, model) => {
    const before = (await cloud.shown())!
    if ((await cloud.act('reboot')) === 202) expected.rebooted(model, before)
  },
  exists,
)
const remove = step(
  'delete',
  async (cloud, model) => {
    if ((await cloud.remove()) === 204) expected.deleted(model)
  },
  exists,
)

const powerOff = step('the guest powers off', async (cloud, model) => {
  const machine = await cloud.machine()
  // A machine that failed has no guest.
  if (!machine || ['stopped', 'stopping', 'failed'].includes(machine.state)) return
  expected.poweredOff(model, (await cloud.tasks()).length === 0 && !model.hasHung)
  await cloud.server().rack.ensureStopped(cloud.id)
})
const fail = step('the machine fails', async (cloud, model) => {
  const machine = await cloud.machine()
  if (!machine || ['stopped', 'failed'].includes(machine.state)) return
  expected.failed(model)
  await cloud.server().rack.fail(cloud.id, 'for the test')
})

const OUTAGES = ['commands', 'answers', 'views', 'lists'] as const satisfies (keyof Link)[]
const DURATIONS = [1, 500, 1_500, 3_000, 31_000]
const FAULT_KINDS: readonly Trouble[] = ['refused', 'answer lost']

const passing = DURATIONS.map((ms) =>
  step(`${ms} ms pass`, async (cloud) => {
    await cloud.clock.advance(ms)
    // Views that wait arrive one by one, so that an old answer meets a younger request.
    cloud.server().link.views.openOnce()
  }),
)
async function freeze(cloud: UnsteadyCloud, model: Model) {
  Object.assign(model, { hangs: true, hasHung: true })
  await cloud.freeze()
}
function thaw(cloud: UnsteadyCloud, model: Model) {
  model.hangs = false
  cloud.thaw()
}
const hangs = (model: Model) => model.hangs
const canHang = (model: Model) => model.mayHang && !model.hangs
const hang = step('the server hangs', freeze, canHang)
const goOn = step('the server that hung goes on', thaw, hangs)
/** These seldom come together by chance: a command is on its way, and another server carries out a younger request. */
const overtaken = (
  [
    [start, stop],
    [stop, start],
  ] as const
).map(([request, next]) =>
  step(
    `the server hangs while it carries out: ${String(request)}, and then comes: ${String(next)}`,
    async (cloud, model) => {
      cloud.server().link.commands.close()
      await request.run(model, cloud)
      await freeze(cloud, model)
      await next.run(model, cloud)
      await cloud.clock.advance(3_000)
    },
    (model) => exists(model) && canHang(model),
  ),
)
const goOnAhead = step(
  'the server that hung goes on, and later commands wait',
  (cloud, model) => {
    thaw(cloud, model)
    cloud.holdCommands()
  },
  hangs,
)
/** Nor do these: a report comes late, when the driver has carried out a younger request. */
const late = (
  [
    [start, stop],
    [stop, start],
  ] as const
).map(([request, next]) =>
  step(
    `reports wait while the driver carries out: ${String(request)}, and then: ${String(next)}, and the first one arrives`,
    async (cloud, model) => {
      const { link } = cloud.server()
      link.holdsReports = true
      for (const one of [request, next]) {
        await one.run(model, cloud)
        await cloud.clock.advance(3_000)
      }
      link.deliver(1)
    },
    exists,
  ),
)
/** The server asks for the machine because a report was lost, and the answer comes when a reboot is pending. */
const staleView = step(
  'the guest powers off, its report is lost, and the answer of a view comes after: reboot',
  async (cloud, model) => {
    const { link } = cloud.server()
    link.holdsReports = true
    await powerOff.run(model, cloud)
    link.loseReport()
    link.views.close()
    await cloud.clock.advance(31_000)
    link.commands.close()
    await reboot.run(model, cloud)
    link.views.openOnce()
  },
  exists,
)
/** Reports are ignored while a request is pending, so its end must read the state again. */
const behind = [start, stop, reboot].map((request) =>
  step(
    `the answer of a view waits while the machine changes: ${String(request)}`,
    async (cloud, model) => {
      const { views } = cloud.server().link
      views.close()
      await request.run(model, cloud)
      await cloud.clock.advance(3_000)
      views.open()
    },
    exists,
  ),
)
/** The machine changes, and its report is younger than a request whose command is still on its way. */
const ahead = step(
  'the command of a stop waits while the machine goes on to run',
  async (cloud, model) => {
    await start.run(model, cloud)
    // The driver has carried the start out, and the machine is starting.
    await cloud.clock.advance(1_000)
    cloud.server().link.commands.close()
    await stop.run(model, cloud)
    await cloud.clock.advance(3_000)
  },
  exists,
)
const stale = [...late, staleView, ...behind, ahead]
/** Often enough that late commands meet younger requests. */
const hanging = [hang, ...overtaken, goOn, goOnAhead, goOnAhead]

const disturbances = [
  powerOff,
  fail,
  ...OUTAGES.map((door) => step(`${door} wait`, (cloud) => cloud.server().link[door].close())),
  ...FAULT_KINDS.map((trouble) =>
    step(`the next command: ${trouble}`, (cloud) => {
      cloud.server().link.trouble = trouble
    }),
  ),
  step('workers are busy', (cloud) => cloud.occupy()),
  step('reports wait', (cloud) => {
    cloud.server().link.holdsReports = true
  }),
  step('a report is lost', (cloud) => cloud.server().link.loseReport()),
  step('the server is killed', (cloud) => cloud.crash()),
  step('the server restarts', (cloud, model) => {
    // A server that hung goes on to its end before.
    model.hangs = false
    return cloud.restart()
  }),
]
const reliefs = [
  ...OUTAGES.map((door) => step(`${door} go on`, (cloud) => cloud.server().link[door].open())),
  step('workers are free', (cloud) => cloud.server().link.workers.open()),
  step('a report arrives', (cloud) => cloud.server().link.deliver(1)),
  step('reports arrive', (cloud) => {
    const { link } = cloud.server()
    link.holdsReports = false
    link.deliver(Infinity)
  }),
]

/** Every step that can happen to one instance and its server; half of them are requests and passing time. */
export const steps: fc.Arbitrary<Command>[] = [
  fc.constantFrom(start, stop, start, stop, reboot),
  fc.constantFrom(start, stop, start, stop, remove),
  ...[passing, passing, disturbances, disturbances, reliefs, hanging, stale].map((some) =>
    fc.constantFrom(...some),
  ),
]
