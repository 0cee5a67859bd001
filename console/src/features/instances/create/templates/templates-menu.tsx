import type { Extensions } from '@granary/contract/call.ts'
import { instanceTemplateList } from '@granary/contract/generated/client.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { allQuery } from '../../../../api/queries.ts'
import { pathTo } from '../../../../app/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import type { MenuEntry } from '../../../../ui/menu/entries.ts'
import { importPart, lazyPart } from '../../../../ui/lazy-part.ts'
import { addToast } from '../../../../ui/toast/toast-store.ts'
import { Menu } from '../../../../ui/menu/menu.tsx'
import type { InstanceValues } from '../values.ts'
import type { FilledFrom, Template } from './start-from.ts'

// The form needs neither until the user asks for it.
const SaveTemplate = lazyPart(() => import('./save-template.tsx'))
const loadStart = importPart(() => import('./start-from.ts'))

type TemplatesMenuProps = {
  extensions: Extensions
  project: string
  form: UseFormReturn<InstanceValues>
  /** The template of the address. */
  initial: string | undefined
  /** Whether to ask for the name of a new template without a click: the form is filled in for that. */
  saves: boolean
  onFilled: (from: FilledFrom) => void
}

/** Fills the form in from a template of the project, or saves it as one. */
export function TemplatesMenu(props: TemplatesMenuProps) {
  const { extensions, project, form, initial, saves, onFilled } = props
  const client = useQueryClient()
  const [saving, setSaving] = useState<boolean | null>(null)
  const templates = useQuery({
    ...allQuery(extensions.call(instanceTemplateList), { query: { project } }),
    throwOnError: false,
  })
  const start = async (template: Template) => {
    const { startFrom } = await loadStart()
    await startFrom(client, project, form, template, onFilled)
  }
  useInitial(initial, form, templates.data, start)
  const manage: MenuEntry = {
    label: 'Manage templates',
    href: pathTo('/projects/$project/instance-templates', { project }),
  }
  const offered = (templates.data ?? []).map((template): MenuEntry => ({
    id: template.id,
    label: `Start from ${template.name}`,
    onAction: () => void start(template),
  }))
  return (
    <>
      <Menu
        entries={[
          ...offered,
          ...(offered.length > 0 ? (['separator'] as const) : []),
          { label: 'Save as template', onAction: () => setSaving(true) },
          manage,
        ]}
        trigger={
          <Button variant="secondary" size="sm">
            Templates
          </Button>
        }
      />
      {(saving ?? saves) && (
        <Suspense fallback={null}>
          <SaveTemplate
            extensions={extensions}
            project={project}
            form={form}
            isLike={saves}
            onClose={() => setSaving(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Starts from the template of the address, once, unless the form has a draft. */
function useInitial(
  initial: string | undefined,
  form: UseFormReturn<InstanceValues>,
  templates: readonly Template[] | undefined,
  start: (template: Template) => Promise<void>,
): void {
  const done = useRef(false)
  const missing = (name: string) =>
    addToast({
      variant: 'error',
      title: 'Could not start from the template',
      content: `There is no template ${name} in this project. It may have been renamed or deleted.`,
    })
  const begin = useEffectEvent((template: Template) => void start(template))
  useEffect(() => {
    if (!templates || initial === undefined || done.current) return
    done.current = true
    const template = templates.find(({ name }) => name === initial)
    if (!template) missing(initial)
    else if (!form.formState.isDirty) begin(template)
  }, [templates, initial, form])
}
