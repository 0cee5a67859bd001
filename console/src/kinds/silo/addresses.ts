/** The address of a silo's page in the fleet. */
export const SILO = '/system/silos/$silo'

/** The address of the page of the caller's own silo. */
export const OWN_SILO = '/silo'
