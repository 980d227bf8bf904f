// Elements where HTML does not allow them: a browser would move or drop them.

import OakWeb

// says: HTML does not allow this element here
let formInForm = HTML { Element(.form) { Element(.form) {} } }

// says: HTML does not allow this element here
let formDeeper = HTML { Element(.form) { Element(.div) { Element(.form) {} } } }

// says: contextual member reference to static property 'div'
let blockInParagraph = HTML { Element(.p) { Element(.div) {} } }

// says: HTML does not allow this element here
let button = HTML { Element(.button) { Element(.button) { "B" } } }

// says: generic parameter 'Content' could not be inferred
let itemOutside = HTML { Element(.li) { "item" } }

// says: HTML does not allow text here
let text = HTML { Element(.ul) { "item" } }

// says: contextual member reference to static property 'tr'
let row = HTML { Element(.table) { Element(.tr) {} } }

// says: HTML does not allow text here
let content = HTML { Element(.input) { "text" } }

func cell() -> Element<Place.Cells<Place.Flow>> { Element(.td) { "cell" } }

// says: HTML does not allow this element here
let stray = HTML { cell() }

// says: HTML does not allow this here
let helper = HTML { Element(.form) { HTML { "text" } } }
