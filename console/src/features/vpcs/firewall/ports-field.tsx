import { newPortProblem, portRangesIn } from '@granary/domain/firewall.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { MiniTable } from '../../../ui/fields/mini-table.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useReadOnly } from '../../../ui/read-only.ts'
import type { RuleValues } from './rule-values.ts'
import { SubForm } from '../../../app/kit/forms/sub-form.tsx'

/** The destination ports of a rule. */
export function PortsField({ form }: { form: UseFormReturn<RuleValues> }) {
  const { control, setValue } = form
  const [ports, port] = useWatch({ control, name: ['ports', 'port'] })
  const isReadOnly = useReadOnly() !== null
  const set = (next: string[]) => setValue('ports', next, { shouldDirty: true })
  const clear = () => {
    setValue('port', '', { shouldDirty: true })
    form.clearErrors('port')
  }
  const add = () => {
    if (port.trim() === '') return
    const message = newPortProblem(port, ports)
    if (message) return form.setError('port', { message })
    set([...ports, ...portRangesIn(port)])
    clear()
  }
  return (
    <div className="flex flex-col gap-3">
      <SubForm thing="port filter" isEmpty={port === ''} onClear={clear} onAdd={add}>
        <Bound
          control={control}
          name="port"
          problem={(text, values) => (text.trim() === '' ? null : newPortProblem(text, values.ports))}
        >
          {(field) => (
            <TextField
              {...field}
              label="Port filters"
              hint="Destination ports, such as 443, ranges, such as 8000-8080, or several: 80, 443"
              tidy={(text) => portRangesIn(text).join(', ')}
              mono
            />
          )}
        </Bound>
      </SubForm>
      <MiniTable
        label="Port filters"
        columns={[{ header: 'Port ranges', render: (range: string) => range }]}
        rows={ports}
        rowKey={(range) => range}
        removeLabel={(range) => `remove port ${range}`}
        onRemove={isReadOnly ? undefined : (range) => set(ports.filter((one) => one !== range))}
      />
    </div>
  )
}
