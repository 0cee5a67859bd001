import { projectList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { allQuery } from '../../api/queries.ts'
import type { BulkPlanProps } from '../../app/bulk/bulk.ts'
import { UnreadChoices } from '../../app/kit/forms/unread-choices.tsx'
import { Combobox } from '../../ui/fields/combobox.tsx'

/** Chooses the project that the selected silo images are demoted to. */
export default function DemoteMany({ choice, onChoice, problem }: BulkPlanProps) {
  const projects = useQuery({ ...allQuery(projectList, {}), throwOnError: false }).data
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (problem) field.current?.focus()
  }, [problem])
  return (
    <div className="mt-4">
      <UnreadChoices className="mb-4">
        <Combobox
          ref={field}
          label="Project"
          placeholder="Select project for the images"
          required
          isLoading={!projects}
          items={(projects ?? []).map(({ name }) => ({ value: name, label: name }))}
          value={choice.target ?? null}
          onChange={(target) => onChoice({ target })}
          error={problem}
        />
      </UnreadChoices>
    </div>
  )
}
