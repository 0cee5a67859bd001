import { instanceUpdate } from '@granary/contract/generated/client.ts'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { DOCS } from '../../../app/docs.ts'
import { useOperation } from '../../../api/operate.ts'
import { Button } from '../../../ui/button.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { PropertiesTable, Property } from '../../../ui/page/properties-table.tsx'
import { useReadOnly } from '../../../ui/read-only.ts'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { Tip } from '../../../ui/tooltip.tsx'
import { restartOf, useNow } from '../auto-restart/restart-time.ts'
import { updateOf } from '../update.ts'
import { type Instance, useInstance } from '../use-instance.ts'

const POLICIES = [
  { value: 'default', label: 'Default' },
  { value: 'never', label: 'Never' },
  { value: 'best_effort', label: 'Best effort' },
] as const
type Policy = (typeof POLICIES)[number]['value']

/** The auto-restart policy of an instance, and its last restart. */
export function AutoRestartCard() {
  const instance = useInstance()
  const updateInstance = useOperation(instanceUpdate, { waits: true })
  const readOnly = useReadOnly()
  const saved: Policy = instance.autoRestartPolicy ?? 'default'
  // An unsaved choice stays when another user saves a policy.
  const [chosen, setChosen] = useState<Policy | null>(null)
  const policy = chosen ?? saved
  const [pending, setPending] = useState(false)

  const save = async () => {
    setPending(true)
    try {
      const autoRestartPolicy = policy === 'default' ? null : policy
      await updateInstance({
        path: { instance: instance.id },
        body: { ...updateOf(instance), autoRestartPolicy },
      })
      addToast({ content: 'Instance auto-restart policy updated' })
      setChosen(null)
    } catch (error) {
      addToast({ variant: 'error', title: 'Could not update auto-restart policy', content: messageOf(error) })
    } finally {
      setPending(false)
    }
  }
  const { autoRestartCooldownExpiration: expiration, timeLastAutoRestarted: last } = instance
  return (
    <Card
      title="Auto-restart"
      description="Whether the instance restarts automatically when it fails."
      footer={
        <>
          <a
            href={DOCS.instances}
            target="_blank"
            rel="noreferrer"
            className="mr-auto self-center text-sm text-accent hover:underline"
          >
            Learn more about auto-restart
          </a>
          <Button
            size="sm"
            changes
            loading={pending}
            isDisabled={policy === saved}
            onPress={() => void save()}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="flex max-w-xl flex-col gap-5">
        <Listbox
          label="Policy"
          hint="The default is currently best effort and may change."
          items={POLICIES}
          isDisabled={pending || readOnly !== null}
          value={policy}
          onChange={(value) => setChosen(value as Policy)}
        />
        <PropertiesTable>
          <Timed
            label="Cooldown expiration"
            tip="An instance that fails again before this time waits until then."
          >
            {expiration ? <DateTime date={expiration} /> : 'N/A'}
            {instance.runState === 'failed' && expiration && <Left instance={instance} />}
          </Timed>
          <Timed label="Last auto-restarted" tip="When the instance was last restarted automatically.">
            {last ? <DateTime date={last} /> : 'N/A'}
          </Timed>
        </PropertiesTable>
      </div>
    </Card>
  )
}

function Left({ instance }: { instance: Instance }) {
  const restart = restartOf(instance, useNow())
  if (restart === 'never') return null
  return (
    <span className="text-text-muted tabular-nums">
      {restart === 'soon' ? '(restarting soon)' : `(${restart.waits})`}
    </span>
  )
}

const Timed = ({ label, tip, children }: { label: string; tip: string; children: ReactNode }) => (
  <Property label={label}>
    <span className="flex items-center gap-2">
      {children}
      <Tip>{tip}</Tip>
    </span>
  </Property>
)
