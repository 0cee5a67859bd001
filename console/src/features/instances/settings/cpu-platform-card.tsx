import { instanceUpdate } from '@granary/contract/generated/client.ts'
import { instanceActionReason } from '@granary/domain/instance-states.ts'
import { useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { useOperation } from '../../../api/operate.ts'
import { Button } from '../../../ui/button.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { ErrorBox } from '../../../ui/overlay/side-panel.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { useReadOnly } from '../../../ui/read-only.ts'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { PLATFORM_CHOICES, PLATFORM_HINT, type PlatformChoice } from '../cpu-platforms.ts'
import { updateOf } from '../update.ts'
import { useInstance } from '../use-instance.ts'

/** The CPU platform of the guest, which limits the sleds it can run on. */
export function CpuPlatformCard() {
  const instance = useInstance()
  const updateInstance = useOperation(instanceUpdate, { waits: true })
  const readOnly = useReadOnly()
  const saved: PlatformChoice = instance.cpuPlatform ?? 'any'
  // An unsaved choice stays when another user saves a platform.
  const [chosen, setChosen] = useState<PlatformChoice | null>(null)
  const platform = chosen ?? saved
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<string[]>([])
  const reason = instanceActionReason('cpu_platform', instance.runState)

  const save = async () => {
    setPending(true)
    setErrors([])
    try {
      const cpuPlatform = platform === 'any' ? null : platform
      await updateInstance({
        path: { instance: instance.id },
        body: { ...updateOf(instance), cpuPlatform },
      })
      addToast({ content: 'CPU platform updated' })
      setChosen(null)
    } catch (error) {
      setErrors([messageOf(error)])
    } finally {
      setPending(false)
    }
  }
  return (
    <Card
      title="CPU platform"
      description={PLATFORM_HINT}
      footer={
        <Button
          size="sm"
          changes
          loading={pending}
          disabledReason={reason}
          isDisabled={platform === saved}
          aria-label="Save CPU platform"
          onPress={() => void save()}
        >
          Save
        </Button>
      }
    >
      <div className="flex max-w-xl flex-col gap-5">
        <ErrorBox errors={errors} />
        <Listbox
          label="Platform"
          hint={reason === null ? undefined : `${reason}.`}
          items={PLATFORM_CHOICES}
          value={platform}
          onChange={setChosen}
          isDisabled={pending || readOnly !== null || reason !== null}
        />
      </div>
    </Card>
  )
}
