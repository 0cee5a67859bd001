import { interfacesProblem } from '@granary/domain/instance-networking.ts'
import { MAX_NICS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { capitalize } from '../../../api/errors.ts'
import { Bound } from '../../../app/kit/bound.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { MiniTable } from '../../../ui/fields/mini-table.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ChosenList } from './chosen-list.tsx'
import type { InstanceValues } from './values.ts'

const InterfaceForm = lazyPart(() => import('../networking/interface-form.tsx'))

type CustomInterfacesProps = { form: UseFormReturn<InstanceValues>; project: string }

/** The custom interfaces of the new instance. Nothing is created before the form is submitted. */
export function CustomInterfaces({ form, project }: CustomInterfacesProps) {
  const [adding, setAdding] = useState(false)
  const nics = useWatch({ control: form.control, name: 'nics' })
  const set = (next: InstanceValues['nics']) =>
    form.setValue('nics', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <>
      <Bound
        control={form.control}
        name="nics"
        problem={(list, { networkMode }) => {
          const problem = networkMode === 'custom' ? interfacesProblem(list) : null
          return problem && capitalize(problem)
        }}
      >
        {({ error, ref }) => (
          <ChosenList error={error} focus={ref}>
            <MiniTable
              label="Network Interfaces"
              columns={[
                {
                  header: 'Name',
                  render: (nic) => (
                    <span className="inline-flex items-center gap-2">
                      {nic.name} {nic === nics[0] && <Badge>primary</Badge>}
                    </span>
                  ),
                },
                { header: 'VPC', render: ({ vpcName }) => vpcName },
                { header: 'Subnet', render: ({ subnetName }) => subnetName },
              ]}
              rows={nics}
              rowKey={({ name }) => name}
              removeLabel={({ name }) => `remove network interface ${name}`}
              onRemove={(nic) => set(nics.filter((one) => one !== nic))}
              empty={
                <EmptyState
                  title="No network interfaces added"
                  body="Add a network interface to see it here. The first one becomes the primary interface"
                />
              }
            />
          </ChosenList>
        )}
      </Bound>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          size="sm"
          disabledReason={
            nics.length >= MAX_NICS_PER_INSTANCE &&
            `An instance may have ${MAX_NICS_PER_INSTANCE} network interfaces`
          }
          onPress={() => setAdding(true)}
        >
          Add network interface
        </Button>
        <Button variant="ghost" size="sm" isDisabled={nics.length === 0} onPress={() => set([])}>
          Clear
        </Button>
      </div>
      {adding && (
        <Suspense fallback={null}>
          <InterfaceForm
            sends={false}
            project={project}
            others={nics.map(({ name, vpcName, subnetName }) => ({ name, vpc: vpcName, subnet: subnetName }))}
            onDismiss={() => setAdding(false)}
            onSubmit={(body) => {
              set([...nics, body])
              setAdding(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
