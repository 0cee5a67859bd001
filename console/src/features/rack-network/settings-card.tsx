import {
  networkingInboundIcmpUpdate,
  networkingInboundIcmpView,
  systemNetworkingSettingsUpdate,
  systemNetworkingSettingsView,
} from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useOperation } from '../../api/operate.ts'
import { apiQuery } from '../../api/queries.ts'
import { IfMissed, type Read } from '../../app/kit/pages/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { useRefusal } from './refusal.ts'

/** The settings that are on or off for the whole fleet. */
export function SettingsCard() {
  const icmp = useQuery({ ...apiQuery(networkingInboundIcmpView, {}), throwOnError: false })
  const settings = useQuery({ ...apiQuery(systemNetworkingSettingsView, {}), throwOnError: false })
  const setIcmp = useOperation(networkingInboundIcmpUpdate, { waits: true })
  const setSettings = useOperation(systemNetworkingSettingsUpdate, { waits: true })
  return (
    <Card title="Fleet settings">
      <ul className="-my-2 divided">
        <Switch
          label="Inbound ICMP"
          about="Services in a rack may receive ICMP, such as pings. It is stored for drivers that run such services, and doesn’t change the firewall of this server’s host."
          read={icmp}
          isOn={icmp.data?.enabled}
          onChange={(enabled) => setIcmp({ body: { enabled } })}
        />
        <Switch
          label="Jumbo frames"
          about="Instances may enable jumbo frames (an MTU of 8,500 bytes), which the network around the rack has to carry. Instances keep them when this is turned off."
          read={settings}
          isOn={settings.data?.externalJumboFramesOptInEnabled}
          onChange={(isOn) => setSettings({ body: { externalJumboFramesOptInEnabled: isOn } })}
        />
      </ul>
    </Card>
  )
}

type SwitchProps = {
  label: string
  about: ReactNode
  read: Read
  /** Undefined until it is known. */
  isOn: boolean | undefined
  onChange: (isOn: boolean) => Promise<unknown>
}

/** A setting with its state, and a button that changes it after a question. */
function Switch({ label, about, read, isOn, onChange }: SwitchProps) {
  const refusal = useRefusal()
  const action = isOn ? 'Turn off' : 'Turn on'
  const ask = () =>
    void confirm({
      title: `${action} ${label}`,
      errorTitle: `Could not change ${label}`,
      body: <p>{about}</p>,
      action: async () => {
        await onChange(!isOn)
        addToast({ content: `${label} turned ${isOn ? 'off' : 'on'}` })
      },
    })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
      <div className="min-w-0 grow basis-60">
        <span className="font-medium">{label}</span>
        <p className="text-text-muted">{about}</p>
      </div>
      {isOn === undefined ? (
        <>
          <IfMissed what={label} of={read} />
          {read.error === null && <Skeleton />}
        </>
      ) : (
        <div className="flex items-center gap-4">
          <span>{isOn ? 'On' : 'Off'}</span>
          <Button
            variant="secondary"
            size="sm"
            aria-label={`${action} ${label}`}
            disabledReason={refusal}
            onPress={ask}
          >
            {action}
          </Button>
        </div>
      )}
    </li>
  )
}
