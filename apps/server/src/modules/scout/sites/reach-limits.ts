/** The most amenities that a phone keeps; beyond them only those of its rounds. */
export const mostAmenities = 5000
