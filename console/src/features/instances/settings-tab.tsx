import { instanceUpdate } from '@granary/contract/generated/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { request } from '../../api/request.ts'
import { Button } from '../../ui/button.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Card } from '../../ui/page/card.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { InstanceGroups } from '../affinity/instance-groups.tsx'
import { AutoRestartStatus } from './auto-restart.tsx'
import { refreshInstances } from './actions.tsx'
import { updateOf } from './update.ts'
import { useInstance, useInstancePath } from './use-instance.ts'

const POLICIES = [
  { value: 'default', label: 'Default' },
  { value: 'never', label: 'Never' },
  { value: 'best_effort', label: 'Best effort' },
] as const
type Policy = (typeof POLICIES)[number]['value']

/** The groups that it is in, and what it does when it fails. */
export function SettingsTab() {
  const instance = useInstance()
  const { project } = useInstancePath()
  const queryClient = useQueryClient()
  const saved: Policy = instance.autoRestartPolicy ?? 'default'
  const [policy, setPolicy] = useState<Policy>(saved)
  const [pending, setPending] = useState(false)
  useEffect(() => setPolicy(saved), [saved])

  const save = async () => {
    setPending(true)
    try {
      const autoRestartPolicy = policy === 'default' ? null : policy
      await request(instanceUpdate, {
        path: { instance: instance.id },
        body: { ...updateOf(instance), autoRestartPolicy },
      })
      addToast({ content: 'Instance auto-restart policy updated' })
      await refreshInstances(queryClient)
    } catch (error) {
      addToast({ variant: 'error', title: 'Could not update auto-restart policy', content: messageOf(error) })
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      <InstanceGroups kind="anti-affinity" project={project} instance={instance} />
      <InstanceGroups kind="affinity" project={project} instance={instance} />
      <Card
        title="Auto-restart"
        description="Whether the instance is started again by itself when it fails."
        footer={
          <Button
            size="sm"
            changes
            loading={pending}
            isDisabled={policy === saved}
            onPress={() => void save()}
          >
            Save
          </Button>
        }
      >
        <div className="flex max-w-xl flex-col gap-5">
          <Listbox
            label="Policy"
            hint="The default is at present best effort, and may change."
            items={POLICIES}
            value={policy}
            onChange={(value) => setPolicy(value as Policy)}
          />
          <PropertiesTable>
            <Property label="Cooldown expiration">
              <span className="flex items-center gap-2">
                {instance.autoRestartCooldownExpiration ? (
                  <DateTime date={instance.autoRestartCooldownExpiration} />
                ) : (
                  'N/A'
                )}
                {instance.runState === 'failed' && <AutoRestartStatus instance={instance} />}
              </span>
            </Property>
            <Property label="Last auto-restarted">
              {instance.timeLastAutoRestarted ? <DateTime date={instance.timeLastAutoRestarted} /> : 'N/A'}
            </Property>
          </PropertiesTable>
        </div>
      </Card>
    </>
  )
}
