/**
 * Lets the host handle requests that have arrived: resolves after all pending promise callbacks and the events before it.
 * By a message, because a timer of 0 ms takes a real millisecond, in which a clock driven by hand passes minutes.
 */
export function hostTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
