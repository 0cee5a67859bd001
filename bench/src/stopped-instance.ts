/** Returns the body of a request that creates a small instance without disks and interfaces, and doesn't start it. */
export const stoppedInstance = (name: string) => ({
  name,
  description: '',
  hostname: 'made',
  ncpus: 1,
  memory: 2 ** 30,
  network_interfaces: { type: 'none' },
  start: false,
})
