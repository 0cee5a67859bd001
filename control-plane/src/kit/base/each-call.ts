/**
 * Returns a service whose calls all go through a function.
 * @param pass makes the call, or refuses it. What it returns is what the caller gets.
 * @param instead methods that take the place of the service's own.
 */
export const eachCall = <Service extends object>(
  service: Service,
  pass: (call: () => unknown) => unknown,
  instead: Partial<Service> = {},
): Service =>
  new Proxy(service, {
    get(target, name) {
      if (Object.hasOwn(instead, name)) return Reflect.get(instead, name)
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]): unknown => pass(() => Reflect.apply(member, target, args))
    },
  })
