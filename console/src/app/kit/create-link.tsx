import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { useReadOnly } from '../../ui/read-only.ts'

function Anchor({ children, ...rest }: ComponentPropsWithRef<'a'>) {
  const readOnly = useReadOnly()
  return readOnly ? (
    <Button disabledReason={readOnly}>{children}</Button>
  ) : (
    <a {...rest} className={buttonStyle()}>
      {children}
    </a>
  )
}

/** The link to the form that makes a new one, which looks like a button; a button that says why where one may not. */
export const CreateLink = createLink(Anchor)
