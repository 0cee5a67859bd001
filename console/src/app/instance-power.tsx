import { instanceReboot, instanceStart, instanceStop } from '@granary/contract/generated/client.ts'
import type { QueryClient } from '@tanstack/react-query'
import { operate } from '../api/operate.ts'
import { confirm } from '../ui/overlay/confirm.tsx'
import { addToast } from '../ui/toast/toast-store.ts'
import { Highlight } from '../ui/toast/toasts.tsx'

const POWER = {
  start: {
    call: instanceStart,
    title: 'Start instance',
    variant: 'primary',
    doing: 'Starting',
    errorTitle: (name: string) => `Error starting instance '${name}'`,
    note: null,
  },
  stop: {
    call: instanceStop,
    title: 'Stop instance',
    variant: 'danger',
    doing: 'Stopping',
    errorTitle: (name: string) => `Error stopping ${name}`,
    note: 'Its disks and IP addresses are kept. Its CPU and memory become available to other instances.',
  },
  reboot: {
    call: instanceReboot,
    title: 'Reboot instance',
    variant: 'danger',
    doing: 'Rebooting',
    errorTitle: (name: string) => `Error rebooting ${name}`,
    note: null,
  },
} as const

/** Starts, stops or reboots an instance after a confirmation. */
export function confirmPower(
  queryClient: QueryClient,
  action: keyof typeof POWER,
  instance: { id: string; name: string },
): void {
  const { call, title, variant, doing, errorTitle, note } = POWER[action]
  void confirm({
    title,
    variant,
    errorTitle: errorTitle(instance.name),
    body: (
      <>
        <p>
          Are you sure you want to {action} <Highlight>{instance.name}</Highlight>?
        </p>
        {note && <p className="mt-2 text-text-muted">{note}</p>}
      </>
    ),
    action: async () => {
      await operate(queryClient, call, { path: { instance: instance.id } }, { waits: true })
      addToast({
        content: (
          <>
            {doing} instance <Highlight>{instance.name}</Highlight>
          </>
        ),
      })
    },
  })
}
