import { systemIpPoolRangeAdd } from '@granary/contract/generated/client.ts'
import { rangeEndProblem, rangeProblem } from '@granary/domain/ip-ranges.ts'
import { pastedAddress } from '@granary/domain/pasted.ts'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../api/operate.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { IP_POOLS } from '../../kinds/pool/pool-kinds.ts'
import { usePoolRefusal } from '../../kinds/pool/use-pool-refusal.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { usePool } from './pool-query.ts'

/** The panel that adds a range of addresses to a pool. */
export function RangeAdd() {
  const pool = usePool()
  const refusal = usePoolRefusal(IP_POOLS)
  const navigate = useNavigate()
  const add = useOperation(systemIpPoolRangeAdd)
  const form = useForm({ defaultValues: { first: '', last: '' } })
  const toPool = () =>
    navigate({ to: '/system/networking/ip-pools/$pool', params: { pool: pool.name }, replace: true })
  const endProblem = (address: string) => rangeEndProblem(address, pool.ipVersion)
  return (
    <FormPanel
      form={form}
      refusal={refusal}
      title="Add IP range"
      onDismiss={() => void toPool()}
      onSubmit={async (body) => {
        await add({ path: { pool: pool.id }, body })
        addToast({ content: 'IP range added' })
        await toPool()
      }}
    >
      <MessageBox>
        This is an IP{pool.ipVersion} pool. Both ends belong to the range, and the first address must not come
        after the last one.
      </MessageBox>
      <Bound control={form.control} name="first" deps={['last']} problem={endProblem}>
        {(field) => (
          <TextField
            {...field}
            label="First"
            hint="First address in the range"
            tidy={pastedAddress}
            required
            mono
          />
        )}
      </Bound>
      <Bound
        control={form.control}
        name="last"
        problem={(last, { first }) =>
          endProblem(last) ?? (endProblem(first) ? null : rangeProblem({ first, last }, pool))
        }
      >
        {(field) => (
          <TextField
            {...field}
            label="Last"
            hint="Last address in the range"
            tidy={pastedAddress}
            required
            mono
          />
        )}
      </Bound>
      <RelevantDocs links={IP_POOLS.docs.links} />
    </FormPanel>
  )
}
