import { type RefObject, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { isUntouched, offerDefault } from '../../../app/kit/offer-default.ts'
import { fittingSize } from '../../../kinds/disk/source-size.ts'
import type { BootSources } from './use-boot-sources.ts'
import type { InstanceValues } from './values.ts'

/** The fields of the boot disk. A change of any of them stops the automatic choice. */
const BOOT_FIELDS = [
  'bootSource',
  'siloImage',
  'projectImage',
  'bootSnapshot',
  'bootDisk',
  'bootSize',
  'bootName',
  'bootBlockSize',
  'readOnly',
] as const satisfies (keyof InstanceValues)[]

/**
 * Chooses the first tab with a boot source and a size that fits it, and preselects an image if it is the only one. The
 * choices follow the lists until the user changes a field, so an image that was just uploaded counts once it is listed.
 * @param hasChosen whether the user has chosen a tab, which may be the one that was already selected.
 */
export function useBootDefaults(
  form: UseFormReturn<InstanceValues>,
  sources: BootSources,
  hasChosen: RefObject<boolean>,
): void {
  const { isKnown, first, silo, own } = sources
  useEffect(() => {
    if (!isKnown || hasChosen.current || !BOOT_FIELDS.every((name) => isUntouched(form, name))) return
    offerDefault(form, 'bootSource', first.kind)
    if (first.source) offerDefault(form, 'bootSize', fittingSize(null, first.source, false))
  }, [isKnown, first, form, hasChosen])
  useEffect(() => {
    offerOnly(form, 'siloImage', silo)
    offerOnly(form, 'projectImage', own)
  }, [silo, own, form])
}

function offerOnly(
  form: UseFormReturn<InstanceValues>,
  name: 'siloImage' | 'projectImage',
  images: readonly { id: string }[] | undefined,
): void {
  // A preselected image stays when more are uploaded, and is cleared when it is deleted.
  if (!images || images.some(({ id }) => id === form.getValues(name)) || !isUntouched(form, name)) return
  offerDefault(form, name, images.length === 1 ? images[0]!.id : null)
}
