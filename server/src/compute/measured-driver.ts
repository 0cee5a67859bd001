import type { ComputeDriver } from '@granary/compute/driver.ts'

/** Receives each call of a driver that has ended. */
export type ObserveCall = (call: string, outcome: 'ok' | 'error', ms: number) => void

/** Returns a driver that reports how long its calls take. Calls that answer at once aren't reported. */
export function measured(driver: ComputeDriver, observe: ObserveCall): ComputeDriver {
  return new Proxy(driver, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver)
      if (typeof method !== 'function') return method
      return (...args: unknown[]): unknown => {
        const started = performance.now()
        const answer: unknown = Reflect.apply(method, target, args)
        if (!(answer instanceof Promise)) return answer
        const end = (outcome: 'ok' | 'error') => observe(String(name), outcome, performance.now() - started)
        answer.then(
          () => end('ok'),
          () => end('error'),
        )
        return answer
      }
    },
  })
}
