/// A formula of linear temporal logic in negation normal form, whose parts are numbers in a ``FormTable``.
enum Form: Hashable {
    case constant(Bool)
    case literal(atom: Int, isTrue: Bool)
    case and(Int, Int)
    case or(Int, Int)
    case next(Int)
    case until(Int, Int)
    case release(Int, Int)
}

/// Formulas by number; equal ones have the same number.
struct FormTable {
    private(set) var forms: [Form] = []
    private var numbers = Numbering<Form>()

    mutating func number(of form: Form) -> Int {
        switch form {
        case .and(let one, let other) where one == other: return one
        case .or(let one, let other) where one == other: return one
        case .and(let one, let other):
            if isConstant(one, true) || isConstant(other, false) { return other }
            if isConstant(one, false) || isConstant(other, true) { return one }
        case .or(let one, let other):
            if isConstant(one, false) || isConstant(other, true) { return other }
            if isConstant(one, true) || isConstant(other, false) { return one }
        // A constant second part decides at once.
        case .until(_, let last), .release(_, let last): if case .constant = forms[last] { return last }
        case .next(let inner): if case .constant = forms[inner] { return inner }
        case .constant, .literal: break
        }
        let number = numbers.number(of: form)
        if number == forms.count { forms.append(form) }
        return number
    }

    private func isConstant(_ number: Int, _ value: Bool) -> Bool { forms[number] == .constant(value) }
}
