// With `GRANARY_TEST_CLOCK_STEP`, `Date` advances in steps of so many milliseconds, here and in the processes that tests start: rows
// that are written one after another then have the same time, as they sometimes have anyway.
const { GRANARY_TEST_CLOCK_STEP, NODE_OPTIONS = '' } = process.env
const step = Number(GRANARY_TEST_CLOCK_STEP)
/** Files of a worker may share their global objects, and each runs this module. */
const IS_COARSE = Symbol.for('granary coarse clock')

if (step > 0 && !(IS_COARSE in globalThis)) {
  const { now } = Date
  const coarse = () => Math.floor(now() / step) * step
  Date.now = coarse
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [coarse()] : args, newTarget),
  })
  Object.defineProperty(globalThis, IS_COARSE, { value: true })
  if (!NODE_OPTIONS.includes(import.meta.url))
    process.env.NODE_OPTIONS = `${NODE_OPTIONS} --import ${import.meta.url}`
}
