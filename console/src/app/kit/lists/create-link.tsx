import { createLink } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import type { ComponentPropsWithRef } from 'react'
import { Button, buttonStyle } from '../../../ui/button.tsx'
import { useReadOnly } from '../../../ui/read-only.ts'

function Anchor({ children, ...rest }: ComponentPropsWithRef<'a'>) {
  const readOnly = useReadOnly()
  return readOnly ? (
    <Button disabledReason={readOnly}>{children}</Button>
  ) : (
    <a {...rest} className={buttonStyle()}>
      <Plus className="-ml-0.5 size-4" aria-hidden />
      {children}
    </a>
  )
}

/** The link to a create form, styled as a button; a disabled button with the reason where the user may not create. */
export const CreateLink = createLink(Anchor)
