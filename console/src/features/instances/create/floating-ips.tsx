import { floatingIpList } from '@granary/contract/generated/client.ts'
import type { ItemOf } from '@granary/contract/call.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { capitalize } from '../../../api/errors.ts'
import { allQuery } from '../../../api/queries.ts'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { MiniTable } from '../../../ui/fields/mini-table.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Tip, Tooltip } from '../../../ui/tooltip.tsx'
import { ChosenList } from '../../../ui/fields/chosen-list.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import {
  type AddressValues,
  floatingIpsProblem,
  floatingLoss,
  floatingProblem,
  floatingReason,
  freeFloatingIps,
} from './rules.ts'
import type { InstanceValues } from './values.ts'

type FloatingIpsProps = { form: UseFormReturn<InstanceValues>; project: string }

function useAddressValues({ control }: UseFormReturn<InstanceValues>): AddressValues {
  const [networkMode, defaultStack, nics, ephemeralV4, ephemeralV6, floatingIps] = useWatch({
    control,
    name: ['networkMode', 'defaultStack', 'nics', 'ephemeralV4', 'ephemeralV6', 'floatingIps'],
  })
  return { networkMode, defaultStack, nics, ephemeralV4, ephemeralV6, floatingIps }
}

type ChosenIp = InstanceValues['floatingIps'][number]
type FitBadgeProps = {
  values: AddressValues
  all: Parameters<typeof floatingProblem>[1]
  floatingIp: ChosenIp
}

/** Marks a chosen address that cannot be attached, and says why. */
function FitBadge({ values, all, floatingIp }: FitBadgeProps) {
  const problem = floatingProblem(values, all, floatingIp)
  if (!problem) return null
  return (
    <Tooltip content={capitalize(problem)}>
      <span>
        <Badge color="notice">{floatingLoss(all, floatingIp) ? 'not free' : 'does not fit'}</Badge>
      </span>
    </Tooltip>
  )
}

/** The floating addresses of the new instance. Nothing is attached before the form is submitted. */
export function FloatingIps({ form, project }: FloatingIpsProps) {
  const [choosing, setChoosing] = useState(false)
  const { data: all } = useQuery({
    ...allQuery(floatingIpList, { query: { project } }),
    throwOnError: false,
  })
  const values = useAddressValues(form)
  const chosen = values.floatingIps
  const free = freeFloatingIps(all ?? [], values)
  const set = (next: InstanceValues['floatingIps']) =>
    form.setValue('floatingIps', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 flex items-center gap-1.5 font-medium">
        Floating IPs{' '}
        <Tip>Floating IPs belong to the project. You can move them from one instance to another.</Tip>
      </legend>
      {all?.length === 0 && chosen.length === 0 ? (
        <EmptyState title="No floating IPs found" body="Create a floating IP to attach it to this instance" />
      ) : (
        <>
          <Bound
            control={form.control}
            name="floatingIps"
            problem={(_, form) => floatingIpsProblem(form, all)}
          >
            {({ error, ref }) => (
              <ChosenList error={error} focus={ref}>
                <MiniTable
                  label="Floating IPs"
                  columns={[
                    { header: 'Name', render: ({ name }) => name },
                    {
                      header: 'IP',
                      render: (one) => (
                        <span className="inline-flex items-center gap-2">
                          {one.ip}
                          <FitBadge values={values} all={all} floatingIp={one} />
                        </span>
                      ),
                    },
                  ]}
                  rows={chosen}
                  rowKey={({ name }) => name}
                  removeLabel={({ name }) => `remove floating IP ${name}`}
                  onRemove={(ip) => set(chosen.filter((one) => one !== ip))}
                />
              </ChosenList>
            )}
          </Bound>
          <div>
            <Button
              variant="secondary"
              size="sm"
              disabledReason={all && floatingReason(values, free.length)}
              isDisabled={!all}
              onPress={() => setChoosing(true)}
            >
              Attach floating IP
            </Button>
          </div>
        </>
      )}
      {choosing && (
        <ChooseFloatingDialog
          floatingIps={free}
          onClose={() => setChoosing(false)}
          onChosen={({ name, ip }) => {
            set([...chosen, { name, ip }])
            setChoosing(false)
          }}
        />
      )}
    </fieldset>
  )
}

type FloatingIp = ItemOf<'floatingIpList'>
type ChooseFloatingDialogProps = {
  floatingIps: readonly FloatingIp[]
  onClose: () => void
  onChosen: (floatingIp: FloatingIp) => void
}

/** Chooses one of the available floating addresses. */
function ChooseFloatingDialog({ floatingIps, onClose, onChosen }: ChooseFloatingDialogProps) {
  const [id, setId] = useState<string | null>(null)
  const chosen = floatingIps.find((one) => one.id === id)
  return (
    <Dialog
      title="Attach floating IP"
      onClose={onClose}
      footer={
        <DialogButtons
          onCancel={onClose}
          disabledReason={chosen ? null : 'Select a floating IP'}
          onPress={() => chosen && onChosen(chosen)}
        >
          Attach
        </DialogButtons>
      }
    >
      <MessageBox className="mb-4">
        The instance will be reachable at {chosen ? <Highlight>{chosen.ip}</Highlight> : 'the selected IP'}.
      </MessageBox>
      <Listbox
        label="Floating IP"
        placeholder="Select a floating IP"
        required
        value={id}
        onChange={setId}
        items={floatingIps.map(({ id: value, name, ip, description }) => ({
          value,
          label: value === id ? `${name} (${ip})` : name,
          description: [ip, description].filter(Boolean).join(' / '),
        }))}
      />
    </Dialog>
  )
}
